import type { Outcome } from './phone.ts';

export const longestInterruption = (outcomes: Outcome[], beganAt: number): number => {
  const moments = outcomes
    .filter(({ result }) => result === 'acknowledged')
    .map(({ answeredAt }) => answeredAt)
    .toSorted((a, b) => a - b);
  return moments.reduce(
    ({ last, longest }, moment) => ({ last: moment, longest: Math.max(longest, moment - last) }),
    { last: beganAt, longest: 0 },
  ).longest;
};
