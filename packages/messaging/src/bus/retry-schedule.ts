/** The pause doubles after each attempt, up to the maximum. */
export interface RetryPauses {
  firstMs: number;
  maxMs: number;
}

export interface RetrySchedule {
  /** Pauses for failing events, which become dead letters after this many attempts. */
  failing: RetryPauses & { tries: number };
  /** Pauses for events whose statement times out while the database answers other queries. */
  slow: RetryPauses & { tries: number };
  /** Pauses for all events while the database is unavailable; the number of attempts is unlimited. */
  unavailable: RetryPauses;
}

/** Failing events are retried for about 35 s, slow events for about 5 minutes plus the time of the statements. */
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
