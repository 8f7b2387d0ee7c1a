import { ApiError, classifyFailure, endsSignIn, retryDelay, type Retry } from '@qr-attendance/web-kit';
import { LIMIT_MS, renewOnce, type Renewing } from './renew-once.ts';
import type { tokenStore } from './token-store.ts';

interface Deps extends Renewing {
  store: typeof tokenStore;
  /** The sign-in is over: the server said so, or there is no token any more. */
  onSignedOut: (why: ApiError) => void;
  /** Somebody waits for a renewal that failed, and when it is tried again; undefined once it is over. */
  onRetry: (retry: Retry | undefined) => void;
}

/** Ends before its time when the browser is online again, or another tab has renewed the token or signed out. */
const pause = (ms: number, watch: Deps['store']['watch']): Promise<void> =>
  new Promise((resolve) => {
    const over = new AbortController();
    const end = () => {
      over.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end, { signal: over.signal });
    watch(end, over.signal);
  });

/**
 * Keeps the access token good. Only a refusal of the renewal itself ends the sign-in; whatever else happens, it is tried
 * again until it succeeds, and whoever asked for it waits as long as they like.
 */
export const makeRenewal = ({ onSignedOut, onRetry, limitMs = LIMIT_MS, ...renewing }: Deps) => {
  const { store } = renewing;
  let running: Promise<string | undefined> | undefined;
  /** Whether somebody can't go on without; a renewal ahead of time bothers nobody. */
  let awaited = false;
  let retry: Retry | undefined;
  const tell = (next: Retry | undefined) => {
    retry = next;
    if (awaited) onRetry(retry);
  };

  const run = async (expired: string): Promise<string | undefined> => {
    for (let failures = 0; ; failures += 1) {
      try {
        return await renewOnce(expired, { ...renewing, limitMs });
      } catch (error) {
        if (store.get() !== expired) return store.get();
        if (endsSignIn(error)) {
          store.clear();
          onSignedOut(error);
          return undefined;
        }
        const failure = classifyFailure(error);
        if (failure.kind === 'incompatible') throw error;
        const ms = retryDelay(failure, failures);
        const kind = failure.kind === 'unreachable' ? 'unreachable' : 'busy';
        tell({ kind, until: Date.now() + ms });
        await pause(ms, store.watch);
      }
    }
  };

  const start = (): Promise<string | undefined> => {
    const expired = store.get();
    if (expired === undefined) return Promise.resolve(undefined);
    return (running ??= run(expired).finally(() => {
      running = undefined;
      tell(undefined);
      awaited = false;
    }));
  };

  return {
    /** The token that takes the place of an expired one, once there is one; undefined when the sign-in is over. */
    renew: (): Promise<string | undefined> => {
      // Another tab has signed out, or the browser's storage was cleared.
      if (store.get() === undefined) {
        onSignedOut(new ApiError(401));
        return Promise.resolve(undefined);
      }
      const renewed = start();
      awaited = true;
      if (retry) onRetry(retry);
      return renewed;
    },
    /** Renews the token whether or not anybody waits for it. */
    start,
  };
};
export type Renewal = ReturnType<typeof makeRenewal>;
