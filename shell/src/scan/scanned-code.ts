/** The code in the address that a QR code leads to, as it stands there; undefined for any other path. */
export const scannedCodeOf = (path: string): string | undefined => {
  const code = /^\/attendance\/([^/?#]+)\/?(?=$|[?#])/.exec(path)?.[1];
  try {
    return code && decodeURIComponent(code);
  } catch {
    return undefined;
  }
};

const WAITING = 'scan-before-sign-in:';
/** Where this tab keeps what was scanned before the sign-in, in its session storage. */
export const waitingScanKey = (code: string): string => `${WAITING}${code}`;
export const isWaitingScanKey = (key: string): boolean => key.startsWith(WAITING);
