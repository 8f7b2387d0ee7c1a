/**
 * The nonce the gateway put into this page; style elements need it to pass the content security policy. None in the build,
 * which draws first pages.
 */
export const cspNonce = (): string | undefined =>
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
