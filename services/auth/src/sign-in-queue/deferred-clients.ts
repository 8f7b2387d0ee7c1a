import type { QueuePlace } from './queue-place.ts';

/** Somebody later than asked to come is no longer waited for; the place stays valid. */
const GRACE_MS = 5_000;
/** Fewer clients that did not come back within this time are not a crowd: pages come back by themselves. */
const MANY_MISSING = 50;
const MISSING_WITHIN_MS = 30_000;
/** Nobody who was sent away until later is overtaken by more newcomers. */
const MAX_OVERTAKEN = 50;

interface Away {
  number: number;
  dueAt: number;
  /** The number of later clients that had already been served when this one came. */
  skippedAheadBefore: number;
}

/** Those who were given a place and are expected back. */
export const trackDeferredClients = () => {
  const away = new Map<string, Away>();
  let skippedAhead = 0;
  /** When the last of those who did not come back were given up. */
  const missedAt: number[] = [];
  /** Nobody is too late before; a crowd is not gone through for each who comes. */
  let nobodyLateBefore = Infinity;
  const forgetLate = (): void => {
    const now = Date.now();
    if (now <= nobodyLateBefore) return;
    nobodyLateBefore = Infinity;
    for (const [id, { dueAt }] of away)
      if (dueAt + GRACE_MS < now) {
        away.delete(id);
        missedAt.push(now);
        if (missedAt.length > MANY_MISSING) missedAt.shift();
      } else nobodyLateBefore = Math.min(nobodyLateBefore, dueAt + GRACE_MS);
  };
  return {
    count: (): number => {
      forgetLate();
      return away.size;
    },
    /** How many of them come before a number. */
    countBefore: (number: number): number => {
      forgetLate();
      let before = 0;
      for (const each of away.values()) if (each.number < number) before += 1;
      return before;
    },
    /** Whether somebody new may go before all of them, which is counted. */
    canSkipAhead: (): boolean => {
      forgetLate();
      for (const { skippedAheadBefore } of away.values())
        if (skippedAhead - skippedAheadBefore >= MAX_OVERTAKEN) return false;
      if (away.size > 0) skippedAhead += 1;
      return true;
    },
    /** Whether many of those who were sent away lately did not come back, as when a program asks without end. */
    areManyMissing: (): boolean => {
      forgetLate();
      const [oldest = 0] = missedAt;
      return missedAt.length === MANY_MISSING && Date.now() - oldest < MISSING_WITHIN_MS;
    },
    /** @param since what `comeBack` returned, for one who was away before */
    leave: ({ id, number }: QueuePlace, seconds: number, since = skippedAhead): void => {
      const dueAt = Date.now() + seconds * 1_000;
      away.set(id, { number, dueAt, skippedAheadBefore: since });
      nobodyLateBefore = Math.min(nobodyLateBefore, dueAt + GRACE_MS);
    },
    comeBack: ({ id }: QueuePlace): number | undefined => {
      const found = away.get(id);
      away.delete(id);
      return found?.skippedAheadBefore;
    },
  };
};
export type DeferredClients = ReturnType<typeof trackDeferredClients>;
