import type { InputOf, Profile, routes, User, UserType } from '@qr-attendance/contracts';
import type { ApiClient } from '@qr-attendance/web-kit';
import { createContext, useContext } from 'react';

export type Registration = InputOf<typeof routes.auth.register, 'body'>;
export type Credentials = InputOf<typeof routes.auth.login, 'body'>;

/** Who is signed in. `checking` until the stored token was tried. */
export type IdentityState =
  | { status: 'checking' }
  /** Not known: the server did not answer, so nobody is signed out for it. */
  | { status: 'unreachable'; error: string }
  | { status: 'anonymous'; error?: string }
  | { status: 'signed-in'; user: User; profile: Profile };

export interface IdentityActions {
  state: IdentityState;
  api: ApiClient;
  signIn: (credentials: Credentials) => Promise<User>;
  register: (registration: Registration) => Promise<User>;
  signOut: () => Promise<void>;
  /** Reads user and profile anew. */
  reload: () => Promise<void>;
}

export const IdentityContext = createContext<IdentityActions | undefined>(undefined);

export const useIdentityState = (): IdentityActions => {
  const identity = useContext(IdentityContext);
  if (!identity) throw new Error('not inside IdentityProvider');
  return identity;
};

const areas: Record<UserType, string> = { TEACHER: '/teacher', STUDENT: '/student', ADMIN: '/admin' };
const userTypes = Object.keys(areas) as UserType[];

/** Whose area a path lies in, if anybody's. */
export const ownerOf = (path: string): UserType | undefined => {
  const first = /^\/[^/?#]*/.exec(path)?.[0];
  return userTypes.find((userType) => areas[userType] === first);
};

/** Where a user's own area begins. */
export const areaOf = ({ userType }: User): string => areas[userType];
