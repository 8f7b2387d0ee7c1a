/** Pauses between tries: the first, doubled from try to try up to the longest. */
export interface Pauses {
  firstMs: number;
  maxMs: number;
}

/** How often and how soon events are tried again. */
export interface RetrySchedule {
  /** An event that fails by itself; given up after so many tries. */
  failing: Pauses & { tries: number };
  /** An event whose statement runs into its time limit each time, while the database answers others. */
  slow: Pauses & { tries: number };
  /** Any event while the database is away; without an end. */
  away: Pauses;
}

/** The schedule of every bus: some 35 s for an event that fails; some 5 minutes, and its statements, for one that is too slow. */
const REAL: RetrySchedule = {
  failing: { tries: 8, firstMs: 250, maxMs: 10_000 },
  slow: { tries: 12, firstMs: 500, maxMs: 60_000 },
  away: { firstMs: 250, maxMs: 10_000 },
};

/** @param timeScale multiplies every pause; a test is in more of a hurry, by the same schedule */
export const createRetrySchedule = (timeScale: number): RetrySchedule => {
  const scaled = <P extends Pauses>(pauses: P): P => ({
    ...pauses,
    firstMs: pauses.firstMs * timeScale,
    maxMs: pauses.maxMs * timeScale,
  });
  return { failing: scaled(REAL.failing), slow: scaled(REAL.slow), away: scaled(REAL.away) };
};

/** The pause after so many tries. */
export const pauseAfter = ({ firstMs, maxMs }: Pauses, tries: number): number =>
  Math.min(maxMs, firstMs * 2 ** (tries - 1));
