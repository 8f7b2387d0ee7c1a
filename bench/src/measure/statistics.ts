const sorted = (values: number[]): number[] => [...values].sort((a, b) => a - b);

/** The value below which `share` (0 to 1) of all lie: the nearest rank. NaN of none. */
export const percentile = (values: number[], share: number): number =>
  sorted(values)[Math.max(0, Math.ceil(share * values.length) - 1)] ?? NaN;

/** The middle of several rounds. */
export const median = (values: number[]): number => {
  const ordered = sorted(values);
  const middle = ordered.length / 2;
  const [low, high] = [ordered[Math.ceil(middle) - 1] ?? NaN, ordered[Math.floor(middle)] ?? NaN];
  return (low + high) / 2;
};

/** How far rounds lie apart: `(largest - smallest) / median`, as in `0.08`. */
export const spread = (values: number[]): number =>
  (Math.max(...values) - Math.min(...values)) / median(values);
