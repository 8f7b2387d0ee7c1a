import { describe, expect, it } from '@jest/globals';
import { estimateHashTime } from '../src/core/sign-in-queue/hash-time.ts';

const estimateAfter = (...times: [count: number, ms: number][]): number => {
  const { record, current } = estimateHashTime();
  for (const [count, ms] of times) for (let n = 0; n < count; n++) record(ms);
  return current();
};

describe('the estimated duration of a hash', () => {
  it('equals the duration of hashes if it is constant', () => {
    expect(estimateAfter([200, 20])).toBeCloseTo(20, 0);
  });

  it('barely rises while a crowd arrives for a few seconds', () => {
    expect(estimateAfter([200, 20], [40, 400])).toBeLessThan(28);
  });

  it('adapts to hashes that stay slower', () => {
    expect(estimateAfter([200, 20], [600, 200])).toBeGreaterThan(150);
  });

  it('drops quickly when hashes are fast again', () => {
    expect(estimateAfter([200, 20], [600, 200], [50, 20])).toBeLessThan(30);
  });
});
