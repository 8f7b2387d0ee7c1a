import { ApiError, classifyFailure, endsSignIn, liveRetryDelay, type Retry } from '@qr-attendance/web-kit';
import { pauseUntilOnline } from './pause-until-online.ts';
import { renewOnce, type RenewalOptions } from './renew-once.ts';
import { RENEWAL_TIMEOUT_MS } from '@qr-attendance/web-kit/renewal-timeout';
import type { tokenStore } from './token-store.ts';

interface Deps extends RenewalOptions {
  store: typeof tokenStore;
  onSignedOut: (why: ApiError) => void;
  /** Receives the next attempt while a caller waits for a failed renewal, and undefined afterwards. */
  onRetry: (retry: Retry | undefined) => void;
}

/**
 * Renews tokens while callers wait. Only a refusal ends the sign-in; other failures are retried until the
 * renewal succeeds.
 */
export const createRenewal = ({
  onSignedOut,
  onRetry,
  timeoutMs = RENEWAL_TIMEOUT_MS,
  ...renewing
}: Deps) => {
  const { store } = renewing;
  let running: Promise<string | undefined> | undefined;
  /** Whether a caller is waiting. Early renewals show no message. */
  let hasWaitingCaller = false;
  let retry: Retry | undefined;
  const updateRetry = (next: Retry | undefined) => {
    retry = next;
    if (hasWaitingCaller) onRetry(retry);
  };

  const run = async (expired: string): Promise<string | undefined> => {
    for (let failures = 0; ; failures += 1) {
      try {
        return await renewOnce(expired, { ...renewing, timeoutMs });
      } catch (error) {
        if (store.get() !== expired) return store.get();
        if (endsSignIn(error)) {
          store.clear();
          onSignedOut(error);
          return undefined;
        }
        const { kind: trouble } = classifyFailure(error);
        if (trouble === 'incompatible') throw error;
        // The delay is limited, because all requests from the page wait, and a proxy must not delay them for
        // minutes.
        const ms = liveRetryDelay(error, failures);
        const kind = trouble === 'unreachable' ? 'unreachable' : 'busy';
        updateRetry({ kind, until: Date.now() + ms });
        await pauseUntilOnline(ms, store.watch);
      }
    }
  };

  const start = (): Promise<string | undefined> => {
    const expired = store.get();
    if (expired === undefined) return Promise.resolve(undefined);
    return (running ??= run(expired).finally(() => {
      running = undefined;
      updateRetry(undefined);
      hasWaitingCaller = false;
    }));
  };

  return {
    renew: (): Promise<string | undefined> => {
      // Another tab has signed out, or the storage was cleared.
      if (store.get() === undefined) {
        onSignedOut(new ApiError(401));
        return Promise.resolve(undefined);
      }
      const renewed = start();
      hasWaitingCaller = true;
      if (retry) onRetry(retry);
      return renewed;
    },
    start,
  };
};
export type Renewal = ReturnType<typeof createRenewal>;
