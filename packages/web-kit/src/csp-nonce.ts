/** The nonce the gateway put into this page; style elements need it to pass the content security policy. */
export const cspNonce = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
