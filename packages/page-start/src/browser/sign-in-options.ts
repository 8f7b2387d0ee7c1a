import type { PasswordSignIn, SignInProvider } from '@qr-attendance/contracts';
import { SIGN_IN_OPTIONS, type SignInOptions } from '../page-data.ts';
import { readPageData } from './read-page-data.ts';

/** Empty without a gateway, and during prerendering at build time. */
const read = (): Partial<SignInOptions> =>
  typeof document === 'undefined' ? {} : readPageData<SignInOptions>(SIGN_IN_OPTIONS);

/** The identity providers that were active when the gateway sent the page. */
export const signInProviders = (): SignInProvider[] => read().providers ?? [];

/** Without providers, people always need a password. */
export const passwordSignIn = (): PasswordSignIn => {
  const { passwords } = read();
  return passwords === 'behind-link' || passwords === 'off' ? passwords : 'shown';
};
