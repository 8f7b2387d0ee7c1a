/**
 * Sorted times, in ms from the start, of independent arrivals within a window: a Poisson process with a known
 * number of arrivals.
 */
export const arrivalTimes = (count: number, windowMs: number, random: () => number = Math.random): number[] =>
  Array.from({ length: count }, () => random() * windowMs).sort((a, b) => a - b);

/** Starts each item at its time, whether or not previous items are done. */
export const runOpenLoop = <Item, Result>(
  items: Item[],
  moments: number[],
  start: (item: Item, dueAt: number) => Promise<Result>,
): Promise<Result[]> => {
  const began = performance.now();
  return Promise.all(
    items.map(
      (item, index) =>
        new Promise<Result>((resolve, reject) => {
          const due = began + (moments[index] ?? 0);
          setTimeout(() => start(item, due).then(resolve, reject), Math.max(0, due - performance.now()));
        }),
    ),
  );
};
