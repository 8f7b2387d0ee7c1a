/** Loads the parts of sign-in through providers, with their texts. Most visits never need them. */
export const loadChunk = async () => {
  const { texts, FinishSignInPage, ProviderChoice, ProviderReturnNotice } = await import(
    /* webpackChunkName: "providers" */ './chunk.ts'
  );
  await texts;
  return { FinishSignInPage, ProviderChoice, ProviderReturnNotice };
};
