/** Loads the parts of sign-in that most visits never need, with their texts. */
export const loadChunk = async () => {
  const { texts, ConfirmedPage, EndingSignIn, FinishSignInPage, ProviderChoice, ProviderReturnNotice } =
    await import(/* webpackChunkName: "providers" */ './chunk.ts');
  await texts;
  return { ConfirmedPage, EndingSignIn, FinishSignInPage, ProviderChoice, ProviderReturnNotice };
};
