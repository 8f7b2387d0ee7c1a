import type { UserChanged } from '@qr-attendance/contracts/events';
import { temporarilyUnavailable } from '../errors.ts';
import type { Logger } from '@qr-attendance/observability';
import { runPeriodically } from '../run-periodically.ts';
import type { AccessClaims } from './caller.ts';

const RELOAD_MS = 3_000;

/** Somebody who signed out everywhere, as long as one of the access tokens issued before may still be valid. */
export interface SignOut {
  userId: string;
  /** How often this person did so; access tokens say how often it was when they were issued. */
  times: number;
}
/** Whose access tokens are refused though they have not expired. */
export interface Refusals {
  /** All tokens of the suspended and the erased. */
  suspended: string[];
  /** Those issued before the last sign-out everywhere. */
  signedOut: SignOut[];
}

/** Who may not call at present, as one process knows it. */
export interface Suspensions {
  isSuspended: (userId: string) => boolean;
  /** Whether the person has signed out everywhere since this token was issued. */
  isSignedOut: (token: Pick<AccessClaims, 'sub' | 'signOuts'>) => boolean;
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
 * Keeps those in memory whose access tokens are refused, of whom there are few: tokens live for minutes and are checked
 * without a call, so a suspension must reach every replica by itself. Reloaded every 3 s; when that fails, those
 * known stay.
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
  const refresh = async (): Promise<void> => {
    const refusals = await load();
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
    // Counted, as clocks of replicas differ and `iat` has whole seconds. Tokens of older releases have no count: 0.
    isSignedOut: ({ sub, signOuts = 0 }) => signOuts < (signedOut.get(sub)?.times ?? 0),
    requireLoaded,
    ready: () =>
      new Promise((resolve) => {
        requireLoaded();
        resolve();
      }),
    refresh,
    refreshFor: async ({ id, suspended: isOut, erased, signedOut: told }) => {
      const isNews =
        (isOut || erased) !== suspended.has(id) ||
        (told !== undefined && new Date(told.until) > new Date() && signedOut.get(id)?.times !== told.times);
      if (isNews) await refresh();
    },
    stop: reloading.stop,
  };
};
