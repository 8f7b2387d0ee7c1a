// This module has no imports, because the inline script of the shell's page contains it too.

/** Matches codes, and the words beside burst codes, as people type them. */
const POSSIBLE = /^[\p{L}\p{M}\p{N} '’_-]{1,64}$/u;

/** False for other contents of QR codes, such as contacts and addresses, which are not sent to the server. */
export const isPossibleCode = (text: string): boolean => POSSIBLE.test(text) && text.trim() !== '';

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** The code in a path of the marking page; undefined for texts that cannot be codes. */
export const codeOfPath = (path: string): string | undefined => {
  const text = decode(/^\/attendance\/([^?#]*?)\/?(?=$|[?#])/.exec(path)?.[1] ?? '');
  return text !== undefined && isPossibleCode(text) ? text : undefined;
};
