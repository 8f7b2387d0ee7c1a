export const scannedCodeOf = (path: string): string | undefined => {
  const code = /^\/attendance\/([^/?#]+)\/?(?=$|[?#])/.exec(path)?.[1];
  try {
    return code && decodeURIComponent(code);
  } catch {
    return undefined;
  }
};

const WAITING = 'scan-before-sign-in:';
export const waitingScanKey = (code: string): string => `${WAITING}${code}`;
export const isWaitingScanKey = (key: string): boolean => key.startsWith(WAITING);
