import { expect, it } from '@jest/globals';
import { median, percentile, spread } from '../src/measure/statistics.ts';

it('a percentile is the nearest rank in any order', () => {
  const hundred = Array.from({ length: 100 }, (_nothing, index) => 100 - index);
  expect(percentile(hundred, 0.99)).toBe(99);
  expect(percentile(hundred, 0.5)).toBe(50);
  expect(percentile([7], 0.99)).toBe(7);
  expect(percentile([], 0.5)).toBeNaN();
});

it('a median is the middle, or between the two in the middle', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([9, 1, 5, 6])).toBe(5.5);
});

it('a spread is a share of the median', () => {
  expect(spread([90, 100, 110])).toBeCloseTo(0.2);
});
