import type { UserChanged } from '@qr-attendance/contracts/events';
import { temporarilyUnavailable } from '../errors.ts';
import type { Logger } from '@qr-attendance/observability';
import { runPeriodically } from '../run-periodically.ts';

const RELOAD_MS = 3_000;

/** Somebody who signed out everywhere, as long as one of the access tokens issued before may still be valid. */
export interface SignOut {
  userId: string;
  /** How often this person did so; access tokens say how often it was when they were issued. */
  times: number;
}
/** People who have access tokens that are refused though they have not expired. */
export interface Refusals {
  /** Suspended and erased people, until the last token that was issued to them before has expired. */
  suspended: string[];
  /** Those issued before the last sign-out everywhere. */
  signedOut: SignOut[];
}

/** The accounts that may not call at present, as one process knows them. */
export interface Suspensions {
  isSuspended: (userId: string) => boolean;
  /** Whether the person has signed out everywhere since this token was issued. */
  isSignedOut: (token: { sub: string; signOuts: number }) => boolean;
  /** @throws DomainError (try again) before the first load: an unknown list is not an empty one */
  requireLoaded: () => void;
  /** For `/readyz`: rejects before the first load. */
  ready: () => Promise<void>;
  /** Loads once more. */
  refresh: () => Promise<void>;
  /** Loads once more when an event says something else than the list. */
  refreshFor: (user: UserChanged) => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Keeps the people in memory whose access tokens are refused. There are few, as tokens live for minutes and only people
 * whose tokens may not have expired are loaded. Tokens are checked without a call, so a suspension must reach every replica
 * by itself. The list is reloaded every 3 s; when that fails, the last one stays.
 */
export const makeSuspensions = ({
  load,
  log,
}: {
  load: () => Promise<Refusals>;
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
    // A load that began earlier may finish later, with an older list.
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
    // Counted, as clocks of replicas differ and `iat` has whole seconds.
    isSignedOut: ({ sub, signOuts }) => signOuts < (signedOut.get(sub)?.times ?? 0),
    requireLoaded,
    ready: () =>
      new Promise((resolve) => {
        requireLoaded();
        resolve();
      }),
    refresh,
    refreshFor: async ({ id, suspended: isOut, signedOut: told }) => {
      const hasTokens = told !== undefined && new Date(told.until) > new Date();
      const isNews =
        (hasTokens && isOut) !== suspended.has(id) || (hasTokens && signedOut.get(id)?.times !== told.times);
      if (isNews) await refresh();
    },
    stop: reloading.stop,
  };
};
