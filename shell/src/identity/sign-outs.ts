import { classifyFailure, retryDelay } from '@qr-attendance/web-kit';
import { SIGN_OUT_PENDING, tokenStore } from './token-store.ts';

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const over = new AbortController();
    const end = () => {
      over.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end, { signal: over.signal });
  });

/**
 * Has the server revoke the refresh cookie of whoever signed out. Offline that has to wait, and must not be forgotten: the
 * cookie would stay valid for weeks.
 */
export const makeSignOuts = (revoke: () => Promise<unknown>) => {
  /** @returns the failure that another try may mend */
  const tryOnce = async (): Promise<unknown> => {
    if (!tokenStore.isSignOutPending()) return undefined;
    try {
      await revoke();
    } catch (error) {
      // A refusal means that the cookie is worth nothing any more.
      if (classifyFailure(error).kind !== 'refused') return error;
    }
    localStorage.removeItem(SIGN_OUT_PENDING);
    return undefined;
  };
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    for (let failures = 0; ; failures += 1) {
      const error = await tryOnce();
      if (error === undefined) return;
      await pause(retryDelay(classifyFailure(error), failures));
    }
  };
  return {
    /** Notes a sign-out that the server is still to confirm. */
    begin: (): void => localStorage.setItem(SIGN_OUT_PENDING, new Date().toISOString()),
    /** Tries until the server has confirmed it, or somebody has signed in. */
    finish: (): Promise<void> =>
      (running ??= run().finally(() => {
        running = undefined;
      })),
    tryOnce,
  };
};
