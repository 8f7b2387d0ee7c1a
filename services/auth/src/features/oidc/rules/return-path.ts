const BASE = 'http://localhost';
const MAX_LENGTH = 500;
/** Browsers would treat these paths as URLs of other sites. */
const LEADS_AWAY = /^\/([/\\]|%2f|%5c)/i;

/** Parses like a browser, which drops tabs and treats backslashes as slashes. Returns only local paths. */
export const readReturnPath = (text: string | undefined): string | undefined => {
  if (text === undefined || text.length > MAX_LENGTH || !text.startsWith('/')) return undefined;
  const url = URL.parse(text, BASE);
  if (!url || url.origin !== BASE || LEADS_AWAY.test(url.pathname)) return undefined;
  // These paths are not pages, and a path below `/api` could begin another sign-in.
  if (/^\/(api|internal)(\/|$)/i.test(url.pathname)) return undefined;
  return url.pathname + url.search;
};

/** Browsers do not send fragments to servers, so errors and paths appear in no server log. */
export const withFragment = (path: string, values: Record<string, string | undefined>): string => {
  const stated = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return stated.length === 0 ? path : `${path}#${new URLSearchParams(stated).toString()}`;
};
