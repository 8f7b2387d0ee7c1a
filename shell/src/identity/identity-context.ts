import type { InputOf, Profile, routes, User } from '@qr-attendance/contracts';
import type { ApiClient, RequestOf, Retry } from '@qr-attendance/web-kit';
import { createContext, useContext } from 'react';

export type Registration = InputOf<typeof routes.auth.register, 'body'>;
export type Credentials = InputOf<typeof routes.auth.login, 'body'>;

/** What a request carries that had to wait in line before. */
export type Turn = Pick<RequestOf<unknown>, 'queuePlace' | 'signal'>;

/** Who is signed in. `checking` until the stored token was tried. */
export type IdentityState =
  | { status: 'checking' }
  /** Not known: the server did not say, so nobody is signed out for it. It is asked again by itself. */
  | { status: 'unreachable'; error: string; retry: Retry }
  /** The server's answer does not fit this page, which only a reload can help. */
  | { status: 'outdated'; error: string }
  | { status: 'anonymous'; error?: string }
  | { status: 'signed-in'; user: User; profile: Profile };

export interface IdentityActions {
  state: IdentityState;
  api: ApiClient;
  /** Calls wait for a new access token, which the server can't give just now. */
  renewalRetry: Retry | undefined;
  signIn: (credentials: Credentials, turn?: Turn) => Promise<User>;
  register: (registration: Registration, turn?: Turn) => Promise<User>;
  signOut: () => Promise<void>;
  /** Reads user and profile again. */
  reload: () => Promise<void>;
}

export const IdentityContext = createContext<IdentityActions | undefined>(undefined);

export const useIdentityState = (): IdentityActions => {
  const identity = useContext(IdentityContext);
  if (!identity) throw new Error('not inside IdentityProvider');
  return identity;
};
