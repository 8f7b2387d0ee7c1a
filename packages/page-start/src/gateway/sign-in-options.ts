import { routes } from '@qr-attendance/contracts';
import pTimeout from 'p-timeout';
import type { SignInOptions } from '../page-data.ts';

/** Maximum wait for the options; after this time, the page is sent without them. */
const MAX_WAIT_MS = 300;
const TIMEOUT_MS = 3_000;
const MAX_AGE_MS = 10_000;

const NONE: SignInOptions = { providers: [], passwords: 'shown' };

export type ReadSignInOptions = () => Promise<SignInOptions>;

/**
 * Reads the ways to sign in from the auth service, because the sign-in page would otherwise show the password first.
 * Returns the previous answer while it reads the options again, and while the auth service is unavailable.
 */
export const createSignInOptionsReader = (authUrl: string, maxAgeMs = MAX_AGE_MS): ReadSignInOptions => {
  let last: SignInOptions | undefined;
  let readAt = -Infinity;
  let reading: Promise<SignInOptions> | undefined;

  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(authUrl + path, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.json();
  };
  const read = async (): Promise<SignInOptions> => {
    const { listSignInProviders, getRegistrationPolicy } = routes.auth;
    try {
      const [providers, policy] = await Promise.all([
        get(listSignInProviders.path),
        get(getRegistrationPolicy.path),
      ]);
      const { passwordSignIn, emailFolder } = getRegistrationPolicy.answer.parse(policy);
      last = {
        providers: listSignInProviders.answer.parse(providers),
        passwords: passwordSignIn ?? NONE.passwords,
        emailFolder,
      };
    } catch {
      // The sign-in page works without the options.
    }
    readAt = Date.now();
    reading = undefined;
    return last ?? NONE;
  };

  return async () => {
    if (Date.now() - readAt >= maxAgeMs) reading ??= read();
    if (last || !reading) return last ?? NONE;
    return pTimeout(reading, { milliseconds: MAX_WAIT_MS }).catch(() => NONE);
  };
};
