/** Loads the parts of sign-in through providers, with their texts. Most visits never need them. */
export const loadChunk = async () => {
  const { texts, ConfirmedPage, FinishSignInPage, ProviderChoice, ProviderReturnNotice } = await import(
    /* webpackChunkName: "providers" */ './chunk.ts'
  );
  await texts;
  return { ConfirmedPage, FinishSignInPage, ProviderChoice, ProviderReturnNotice };
};
