import { areaOfPath } from '@qr-attendance/contracts/areas';

export type FirstPage = 'home' | 'home-checking' | 'sign-in' | 'sign-in-providers' | 'checking' | 'loading';

const SIGNED_IN_ONLY = /^\/account(?:\/|$)/;

interface Visit {
  path: string;
  signedIn: boolean;
  /** Whether the sign-in page shows identity providers. */
  providers: boolean;
}

export const firstPageOf = ({ path, signedIn, providers }: Visit): FirstPage => {
  const signIn = providers ? 'sign-in-providers' : 'sign-in';
  if (path === '/') return signedIn ? 'home-checking' : 'home';
  if (/^\/login\/?$/.test(path)) return signedIn ? 'loading' : signIn;
  if (areaOfPath(path) || SIGNED_IN_ONLY.test(path)) return signedIn ? 'checking' : signIn;
  return 'loading';
};
