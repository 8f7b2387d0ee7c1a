const BASE = 'http://localhost';
const MAX_LENGTH = 500;
/** A browser would take the path as the address of another site. */
const LEADS_AWAY = /^\/([/\\]|%2f|%5c)/i;

/** Parses like a browser, which drops tabs and treats backslashes as slashes. Undefined for everything but a local path. */
export const readReturnPath = (text: string | undefined): string | undefined => {
  if (text === undefined || text.length > MAX_LENGTH || !text.startsWith('/')) return undefined;
  const url = URL.parse(text, BASE);
  if (!url || url.origin !== BASE || LEADS_AWAY.test(url.pathname)) return undefined;
  // Routes below these paths are not pages; the first would begin another sign-in.
  if (/^\/(api|internal)(\/|$)/i.test(url.pathname)) return undefined;
  return url.pathname + url.search;
};

/** Fragments are not sent to servers, so neither codes nor paths get into their logs. */
export const withFragment = (path: string, values: Record<string, string | undefined>): string => {
  const stated = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return stated.length === 0 ? path : `${path}#${new URLSearchParams(stated).toString()}`;
};
