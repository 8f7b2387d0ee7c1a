import type { User } from '@qr-attendance/contracts';
import { areaOf, ownerOf } from '../identity/user-kind.ts';

/**
 * The page of this app that asked for a sign-in. Read as a browser reads it, which drops tabs and takes backslashes for
 * slashes; undefined for another site's, however it is written.
 */
export const wantedPath = (state: unknown): string | undefined => {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined;
  if (typeof from !== 'string' || !from.startsWith('/')) return undefined;
  const { origin } = window.location;
  if (!URL.canParse(from, origin)) return undefined;
  const url = new URL(from, origin);
  if (url.origin !== origin || /^\/([/\\]|%2f|%5c)/i.test(url.pathname)) return undefined;
  return url.pathname + url.search;
};

/**
 * Where to go after sign-in: the page that asked for it, else the user's own area. Never the area of another user type
 * (someone else may have signed out on this device before).
 */
export const returnPath = (state: unknown, user: User): string => {
  const wanted = wantedPath(state);
  if (wanted === undefined) return areaOf(user);
  return (ownerOf(wanted) ?? user.userType) === user.userType ? wanted : areaOf(user);
};
