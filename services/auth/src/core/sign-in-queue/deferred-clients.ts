import type { QueuePlace } from './queue-place.ts';

/** A client that is later than this is no longer expected, but its place stays valid. */
const GRACE_MS = 5_000;
/**
 * This many clients that do not return within the time below are too many to be a coincidence, because pages return
 * automatically.
 */
const MANY_MISSING = 50;
const MISSING_WITHIN_MS = 30_000;
const MAX_OVERTAKEN = 50;

interface DeferredClient {
  number: number;
  dueAt: number;
  /** The number of newcomers that had skipped ahead when this client was deferred. */
  skippedAheadBefore: number;
}

export const trackDeferredClients = () => {
  const deferred = new Map<string, DeferredClient>();
  let skippedAhead = 0;
  const missingSince: number[] = [];
  /** Nobody is late before this time, so most requests need no scan of the clients. */
  let nextDueAt = Infinity;
  const forgetLate = (): void => {
    const now = Date.now();
    if (now <= nextDueAt) return;
    nextDueAt = Infinity;
    for (const [id, { dueAt }] of deferred)
      if (dueAt + GRACE_MS < now) {
        deferred.delete(id);
        missingSince.push(now);
        if (missingSince.length > MANY_MISSING) missingSince.shift();
      } else nextDueAt = Math.min(nextDueAt, dueAt + GRACE_MS);
  };
  return {
    count: (): number => {
      forgetLate();
      return deferred.size;
    },
    countBefore: (number: number): number => {
      forgetLate();
      let before = 0;
      for (const each of deferred.values()) if (each.number < number) before += 1;
      return before;
    },
    canSkipAhead: (): boolean => {
      forgetLate();
      for (const { skippedAheadBefore } of deferred.values())
        if (skippedAhead - skippedAheadBefore >= MAX_OVERTAKEN) return false;
      if (deferred.size > 0) skippedAhead += 1;
      return true;
    },
    /** Whether many deferred clients did not return, for example because a program retries endlessly. */
    areManyMissing: (): boolean => {
      forgetLate();
      const [oldest = 0] = missingSince;
      return missingSince.length === MANY_MISSING && Date.now() - oldest < MISSING_WITHIN_MS;
    },
    leave: ({ id, number }: QueuePlace, seconds: number, since = skippedAhead): void => {
      const dueAt = Date.now() + seconds * 1_000;
      deferred.set(id, { number, dueAt, skippedAheadBefore: since });
      nextDueAt = Math.min(nextDueAt, dueAt + GRACE_MS);
    },
    comeBack: ({ id }: QueuePlace): number | undefined => {
      const found = deferred.get(id);
      deferred.delete(id);
      return found?.skippedAheadBefore;
    },
  };
};
