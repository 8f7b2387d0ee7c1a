import type { UserChanged } from '@qr-attendance/contracts/events';
import { temporarilyUnavailable } from '../errors.ts';
import type { Logger } from '@qr-attendance/observability';
import { runPeriodically } from '../run-periodically.ts';

const RELOAD_MS = 3_000;

/** A sign-out everywhere, kept while an access token issued before it may be valid. */
export interface SignOut {
  userId: string;
  /** An access token contains this number as it was when the token was issued. */
  times: number;
}
export interface RejectionList {
  /** Suspended and erased people are listed until their last access token has expired. */
  suspended: string[];
  signedOut: SignOut[];
}

export interface Suspensions {
  isSuspended: (userId: string) => boolean;
  isSignedOut: (token: { sub: string; signOuts: number }) => boolean;
  requireLoaded: () => void;
  /** For `/readyz`: rejects before the first load. */
  ready: () => Promise<void>;
  refresh: () => Promise<void>;
  refreshFor: (user: UserChanged) => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Keeps people whose access tokens are rejected in memory; they are few, because tokens are valid for
 * minutes. Tokens are verified without a call, so the list is reloaded every 3 s on each replica; if that
 * fails, the previous list stays in use.
 */
export const createSuspensions = ({
  load,
  log,
}: {
  load: () => Promise<RejectionList>;
  log: Logger;
}): Suspensions => {
  let loaded = false;
  let suspended = new Set<string>();
  let signedOut = new Map<string, SignOut>();
  let started = 0;
  let applied = 0;
  const refresh = async (): Promise<void> => {
    started += 1;
    const turn = started;
    const refusals = await load();
    // An earlier load may finish later, with an outdated list.
    if (turn < applied) return;
    applied = turn;
    suspended = new Set(refusals.suspended);
    signedOut = new Map(refusals.signedOut.map((one) => [one.userId, one]));
    loaded = true;
  };
  const requireLoaded = (): void => {
    if (!loaded) throw temporarilyUnavailable();
  };
  const reloading = runPeriodically('reload suspensions', refresh, RELOAD_MS, log);
  return {
    isSuspended: (userId) => suspended.has(userId),
    // Compares counters instead of times, because clocks of replicas differ and `iat` has whole seconds.
    isSignedOut: ({ sub, signOuts }) => signOuts < (signedOut.get(sub)?.times ?? 0),
    requireLoaded,
    ready: () =>
      new Promise((resolve) => {
        requireLoaded();
        resolve();
      }),
    refresh,
    refreshFor: async ({ id, suspended: isOut, signedOut: signOut }) => {
      const hasTokens = signOut !== undefined && new Date(signOut.until) > new Date();
      const isNews =
        (hasTokens && isOut) !== suspended.has(id) ||
        (hasTokens && signedOut.get(id)?.times !== signOut.times);
      if (isNews) await refresh();
    },
    stop: reloading.stop,
  };
};
