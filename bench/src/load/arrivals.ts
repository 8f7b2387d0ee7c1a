/**
 * Sorted times, in ms from the start, at which people arrive independently within a window: a Poisson process
 * with a known number of arrivals.
 */
export const arrivalTimes = (count: number, windowMs: number, random: () => number = Math.random): number[] =>
  Array.from({ length: count }, () => random() * windowMs).sort((a, b) => a - b);

export const runOpenLoop = <Result>(
  moments: number[],
  start: (index: number, dueAt: number) => Promise<Result>,
): Promise<Result[]> => {
  const began = performance.now();
  return Promise.all(
    moments.map(
      (moment, index) =>
        new Promise<Result>((resolve, reject) => {
          const due = began + moment;
          setTimeout(() => start(index, due).then(resolve, reject), Math.max(0, due - performance.now()));
        }),
    ),
  );
};
