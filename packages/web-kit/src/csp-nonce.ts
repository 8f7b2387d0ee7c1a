/**
 * The nonce that the gateway wrote into this page, for style elements. Undefined in the build, which renders
 * first pages.
 */
export const cspNonce = (): string | undefined =>
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
