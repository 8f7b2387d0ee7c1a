import { expect, it } from '@jest/globals';
import { atMost } from '../src/measure/goals.ts';
import { ratiosOf, runInTurn } from '../src/measure/rounds.ts';
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

it('contestants run in alternating order, and their warm-ups do not count', async () => {
  const order: string[] = [];
  const run = (name: string) => async () => order.push(name);
  const results = await runInTurn([run('a'), run('b')], { rounds: 2, warmUps: 1 });
  expect(order).toEqual(['b', 'a', 'a', 'b', 'b', 'a']);
  expect(results).toEqual([
    [3, 6],
    [4, 5],
  ]);
});

it('a goal compares the median of the ratios of rounds with a limit', () => {
  const ratios = ratiosOf([2, 9, 4], [1, 3, 4], (figure) => figure);
  expect(atMost('time, to another’s,', ratios, 2)).toEqual({
    goal: 'time, to another’s, at most 2.00',
    found: '2.00 (2.00, 3.00, 1.00)',
    met: true,
  });
});
