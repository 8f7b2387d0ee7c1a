import type { User } from '@qr-attendance/contracts';
import { areaOf, ownerOf } from '../identity/user-kind.ts';

/** Parses like a browser, which ignores tabs and treats backslashes as slashes. Undefined for other sites. */
export const wantedPath = (state: unknown): string | undefined => {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined;
  if (typeof from !== 'string' || !from.startsWith('/')) return undefined;
  const { origin } = window.location;
  if (!URL.canParse(from, origin)) return undefined;
  const url = new URL(from, origin);
  if (url.origin !== origin || /^\/([/\\]|%2f|%5c)/i.test(url.pathname)) return undefined;
  return url.pathname + url.search;
};

/** Never returns another role's area, because somebody else may have signed out on this device before. */
export const returnPath = (state: unknown, user: User): string => {
  const wanted = wantedPath(state);
  if (wanted === undefined) return areaOf(user);
  return (ownerOf(wanted) ?? user.userType) === user.userType ? wanted : areaOf(user);
};
