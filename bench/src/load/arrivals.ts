/**
 * Moments, in ms from the start and in order, at which so many people arrive within a window, each by itself: what a
 * Poisson process looks like when their number is known.
 * @param random uniform in [0, 1)
 */
export const arrivalTimes = (count: number, windowMs: number, random: () => number = Math.random): number[] =>
  Array.from({ length: count }, () => random() * windowMs).sort((a, b) => a - b);

/** Starts each at its own moment, whether or not those before are done, and waits for all. */
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
