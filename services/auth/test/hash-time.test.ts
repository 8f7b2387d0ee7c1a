import { describe, expect, it } from '@jest/globals';
import { estimateHashTime } from '../src/sign-in-queue/hash-time.ts';

const estimateAfter = (...times: [count: number, ms: number][]): number => {
  const { record, current } = estimateHashTime();
  for (const [count, ms] of times) for (let n = 0; n < count; n++) record(ms);
  return current();
};

describe('the estimated time of a hash', () => {
  it('is what hashes have taken', () => {
    expect(estimateAfter([200, 20])).toBeCloseTo(20, 0);
  });

  it('hardly rises for the seconds in which a crowd arrives', () => {
    expect(estimateAfter([200, 20], [40, 400])).toBeLessThan(28);
  });

  it('follows hashes that stay slower', () => {
    expect(estimateAfter([200, 20], [600, 200])).toBeGreaterThan(150);
  });

  it('falls at once when they are faster again', () => {
    expect(estimateAfter([200, 20], [600, 200], [50, 20])).toBeLessThan(30);
  });
});
