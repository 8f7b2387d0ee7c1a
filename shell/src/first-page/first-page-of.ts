/** What stands in the page before the app does. */
export type FirstPage = 'home' | 'home-checking' | 'sign-in' | 'checking' | 'loading';

/** Areas and pages that visitors are sent to the sign-in from. */
const SIGNED_IN_ONLY = /^\/(teacher|student|attendance|account|admin)(?:\/|$)/;

/** The page that the app is going to begin with. @param signedIn whether the browser holds a token */
export const firstPageOf = ({ path, signedIn }: { path: string; signedIn: boolean }): FirstPage => {
  if (path === '/') return signedIn ? 'home-checking' : 'home';
  if (/^\/login\/?$/.test(path)) return signedIn ? 'loading' : 'sign-in';
  if (SIGNED_IN_ONLY.test(path)) return signedIn ? 'checking' : 'sign-in';
  return 'loading';
};
