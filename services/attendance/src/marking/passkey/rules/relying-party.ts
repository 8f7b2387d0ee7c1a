/**
 * The host name whose passkeys a page may use: its own when the page is ours, else that of our first address. Browsers
 * refuse a passkey for any other host than the page's.
 */
export const rpIdFor = (publicOrigins: string[], pageOrigin: string | undefined): string => {
  const origin = publicOrigins.find((own) => own === pageOrigin) ?? publicOrigins[0];
  if (origin === undefined) throw new Error('no public origin');
  return new URL(origin).hostname;
};
