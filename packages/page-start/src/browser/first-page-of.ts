import { areaOfPath } from '@qr-attendance/contracts/areas';

export type FirstPage = 'home' | 'home-checking' | 'sign-in' | 'checking' | 'loading';

const SIGNED_IN_ONLY = /^\/account(?:\/|$)/;

export const firstPageOf = ({ path, signedIn }: { path: string; signedIn: boolean }): FirstPage => {
  if (path === '/') return signedIn ? 'home-checking' : 'home';
  if (/^\/login\/?$/.test(path)) return signedIn ? 'loading' : 'sign-in';
  if (areaOfPath(path) || SIGNED_IN_ONLY.test(path)) return signedIn ? 'checking' : 'sign-in';
  return 'loading';
};
