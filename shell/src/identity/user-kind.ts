import type { User, UserType } from '@qr-attendance/contracts';
import { areaOfUserType } from '@qr-attendance/contracts/areas';
import { claimsOf } from '@qr-attendance/web-kit/token-claims';

const userTypes = ['TEACHER', 'STUDENT', 'ADMIN'] as const satisfies UserType[];
const pathOf = (userType: UserType): string => `/${areaOfUserType(userType)}`;

export const ownerOf = (path: string): UserType | undefined => {
  const first = /^\/[^/?#]*/.exec(path)?.[0];
  return userTypes.find((userType) => pathOf(userType) === first);
};

export const kindOf = ({ userType }: Pick<User, 'userType'>): UserType | undefined =>
  userTypes.find((known) => known === userType);

export const areaOf = (user: User): string => {
  const kind = kindOf(user);
  return kind ? pathOf(kind) : '/account';
};

/** The token's signature is not verified, so the result must only be used to reserve space for the links. */
export const unverifiedKind = (token = ''): UserType | undefined => {
  const { userType } = claimsOf(token);
  return userTypes.find((known) => known === userType);
};
