import { expect, test } from '@jest/globals';
import { fuzz } from './fuzz.ts';

const SEEDS = 500;

test('damaged lists and random bytes cause no exception, and no line is dropped silently', () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) fuzz(seed);
  expect(SEEDS).toBeGreaterThan(0);
});
