const sorted = (values: number[]): number[] => [...values].sort((a, b) => a - b);

export const percentile = (values: number[], share: number): number =>
  sorted(values)[Math.max(0, Math.ceil(share * values.length) - 1)] ?? NaN;

export const median = (values: number[]): number => {
  const ordered = sorted(values);
  const middle = ordered.length / 2;
  const [low, high] = [ordered[Math.ceil(middle) - 1] ?? NaN, ordered[Math.floor(middle)] ?? NaN];
  return (low + high) / 2;
};

export const spread = (values: number[]): number =>
  (Math.max(...values) - Math.min(...values)) / median(values);
