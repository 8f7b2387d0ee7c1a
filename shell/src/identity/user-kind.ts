import type { User, UserType } from '@qr-attendance/contracts';
import { claimsOf } from './token-claims.ts';

const areas: Record<UserType, string> = { TEACHER: '/teacher', STUDENT: '/student', ADMIN: '/admin' };
const userTypes = Object.keys(areas) as UserType[];

export const ownerOf = (path: string): UserType | undefined => {
  const first = /^\/[^/?#]*/.exec(path)?.[0];
  return userTypes.find((userType) => areas[userType] === first);
};

export const kindOf = ({ userType }: Pick<User, 'userType'>): UserType | undefined =>
  userTypes.find((known) => known === userType);

export const areaOf = (user: User): string => {
  const kind = kindOf(user);
  return kind ? areas[kind] : '/account';
};

/** Unverified, so it only reserves the place of the navigation links. */
export const unverifiedKind = (token = ''): UserType | undefined => {
  const { userType } = claimsOf(token);
  return userTypes.find((known) => known === userType);
};
