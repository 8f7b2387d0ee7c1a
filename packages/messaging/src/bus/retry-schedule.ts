/** The pause doubles from attempt to attempt up to the maximum. */
export interface RetryPauses {
  firstMs: number;
  maxMs: number;
}

export interface RetrySchedule {
  /** For events that fail; they become dead letters after this many attempts. */
  failing: RetryPauses & { tries: number };
  /** For events whose statement times out each time, while the database answers others. */
  slow: RetryPauses & { tries: number };
  /** For any event while the database is unavailable; without an end. */
  unavailable: RetryPauses;
}

/** About 35 s for an event that fails; about 5 minutes plus its statements for one that is too slow. */
const DEFAULT_SCHEDULE: RetrySchedule = {
  failing: { tries: 8, firstMs: 250, maxMs: 10_000 },
  slow: { tries: 12, firstMs: 500, maxMs: 60_000 },
  unavailable: { firstMs: 250, maxMs: 10_000 },
};

export const createRetrySchedule = (timeScale: number): RetrySchedule => {
  const scaled = <P extends RetryPauses>(pauses: P): P => ({
    ...pauses,
    firstMs: pauses.firstMs * timeScale,
    maxMs: pauses.maxMs * timeScale,
  });
  return {
    failing: scaled(DEFAULT_SCHEDULE.failing),
    slow: scaled(DEFAULT_SCHEDULE.slow),
    unavailable: scaled(DEFAULT_SCHEDULE.unavailable),
  };
};

export const pauseAfter = ({ firstMs, maxMs }: RetryPauses, tries: number): number =>
  Math.min(maxMs, firstMs * 2 ** (tries - 1));
