import type { User } from '@qr-attendance/contracts';
import { areaOf, ownerOf } from '../identity/identity-context.ts';

/**
 * Where to go after sign-in: the page that asked for it, else the user's own area. Only a path of this app counts, never
 * another site, and not the area of the other user type (someone else may have signed out on this device before).
 */
export const returnPath = (state: unknown, user: User): string => {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined;
  if (typeof from !== 'string' || !/^\/(?![/\\])/.test(from)) return areaOf(user);
  return (ownerOf(from) ?? user.userType) === user.userType ? from : areaOf(user);
};
