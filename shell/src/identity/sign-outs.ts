import { classifyFailure, retryDelay } from '@qr-attendance/web-kit';
import { pauseUntilOnline } from './pause-until-online.ts';
import { SIGN_OUT_PENDING, tokenStore } from './token-store.ts';

/** The refresh cookie would stay valid for weeks, so its revocation is retried until it succeeds. */
export const createSignOuts = (revoke: () => Promise<unknown>) => {
  const tryOnce = async (): Promise<unknown> => {
    if (!tokenStore.isSignOutPending()) return undefined;
    try {
      await revoke();
    } catch (error) {
      // A refusal means that the cookie is no longer valid.
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
      await pauseUntilOnline(retryDelay(classifyFailure(error), failures));
    }
  };
  return {
    begin: (): void => localStorage.setItem(SIGN_OUT_PENDING, new Date().toISOString()),
    finish: (): Promise<void> =>
      (running ??= run().finally(() => {
        running = undefined;
      })),
    tryOnce,
  };
};
