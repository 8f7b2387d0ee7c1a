/** The code in the address that a QR code leads to, as it stands there; undefined for any other path. */
export const scannedCodeOf = (path: string): string | undefined => {
  const code = /^\/attendance\/([^/?#]+)\/?(?=$|[?#])/.exec(path)?.[1];
  try {
    return code && decodeURIComponent(code);
  } catch {
    return undefined;
  }
};

/** Where this tab keeps what was scanned before the sign-in, in its session storage. */
export const waitingScanKey = (code: string): string => `scan-before-sign-in:${code}`;
