export const cspNonce = (): string | undefined =>
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
