import { setTimeout as pause } from 'node:timers/promises';

export interface Observation {
  at: number;
  count: number;
}

export const watchCount = (read: () => Promise<number>, everyMs: number) => {
  const observations: Observation[] = [];
  let stopped = false;
  const watching = (async () => {
    while (!stopped) {
      const count = await read();
      observations.push({ at: performance.now(), count });
      await pause(everyMs);
    }
  })();
  return {
    observations,
    latest: (): number => observations.at(-1)?.count ?? 0,
    stop: async (): Promise<void> => {
      stopped = true;
      await watching;
    },
  };
};

/**
 * How long after each moment, sorted by time, the count had reached it. What was never counted is left out.
 */
export const delaysUntilCounted = (moments: number[], observations: Observation[]): number[] => {
  let next = 0;
  return moments.flatMap((moment, index) => {
    while (next < observations.length && (observations[next]?.count ?? 0) <= index) next += 1;
    const seen = observations[next];
    return seen ? [seen.at - moment] : [];
  });
};
