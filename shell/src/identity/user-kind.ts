import type { User, UserType } from '@qr-attendance/contracts';

const areas: Record<UserType, string> = { TEACHER: '/teacher', STUDENT: '/student', ADMIN: '/admin' };
const userTypes = Object.keys(areas) as UserType[];

/** Whose area a path lies in, if anybody's. */
export const ownerOf = (path: string): UserType | undefined => {
  const first = /^\/[^/?#]*/.exec(path)?.[0];
  return userTypes.find((userType) => areas[userType] === first);
};

/** Of a user's kind; a newer server may know more than this page does. */
export const kindOf = ({ userType }: Pick<User, 'userType'>): UserType | undefined =>
  userTypes.find((known) => known === userType);

/** Where a user's own area begins. */
export const areaOf = (user: User): string => {
  const kind = kindOf(user);
  return kind ? areas[kind] : '/account';
};

/** Whose a stored token says it is, unchecked: nothing is let through for it, only the place of the links is kept. */
export const claimedKind = (token: string | undefined): UserType | undefined => {
  const claims = token?.split('.')[1] ?? '';
  try {
    return kindOf(JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as User);
  } catch {
    return undefined;
  }
};
