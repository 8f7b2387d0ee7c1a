import type { InputOf, Profile, routes, User } from '@qr-attendance/contracts';
import type { ApiClient, RequestOf, Retry } from '@qr-attendance/web-kit';
import { createContext, useContext } from 'react';

export type Registration = InputOf<typeof routes.auth.register, 'body'>;
export type Credentials = InputOf<typeof routes.auth.login, 'body'>;

export type SignInTurn = Pick<RequestOf<unknown>, 'queuePlace' | 'signal'>;

export type IdentityState =
  | { status: 'checking' }
  /** The server did not answer, so the token is kept and the check is repeated automatically. */
  | { status: 'unreachable'; error: string; retry: Retry }
  /** The page is too old to parse the server's answer, and must be reloaded. */
  | { status: 'outdated'; error: string }
  | { status: 'anonymous'; error?: string }
  | { status: 'signed-in'; user: User; profile: Profile };

export interface IdentityActions {
  state: IdentityState;
  api: ApiClient;
  /** Set while requests wait for a new access token that the server cannot issue now. */
  renewalRetry: Retry | undefined;
  /** The new address of the system, if it has left the address of this page. */
  movedTo: string | undefined;
  signIn: (credentials: Credentials, turn?: SignInTurn) => Promise<User>;
  register: (registration: Registration, turn?: SignInTurn) => Promise<User>;
  /** Signs in with `request` and stores the token. Call `reload` afterwards to show the user. */
  storeSignIn: <Answer extends { token: string }>(request: () => Promise<Answer>) => Promise<Answer>;
  /** Exchanges the refresh cookie of a sign-in that happened outside of the app, and shows the user. */
  resumeSignIn: () => Promise<void>;
  /** Requests a new access token that contains changes to the sign-in, such as a fresh proof. */
  renewToken: () => Promise<void>;
  /** `withProvider` also signs out at the identity provider, by opening its page. */
  signOut: (options?: { withProvider: boolean }) => Promise<void>;
  /** Sends a sign-out that is still pending. Rejects if the server is unavailable. */
  finishSignOut: () => Promise<void>;
  reload: () => Promise<void>;
}

export const IdentityContext = createContext<IdentityActions | undefined>(undefined);

export const useIdentityState = (): IdentityActions => {
  const identity = useContext(IdentityContext);
  if (!identity) throw new Error('not inside IdentityProvider');
  return identity;
};
