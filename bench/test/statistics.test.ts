import { expect, it } from '@jest/globals';
import { atMost } from '../src/measure/goals.ts';
import { ratiosOf, runAlternating } from '../src/measure/rounds.ts';
import { median, percentile, spread } from '../src/measure/statistics.ts';

it('computes percentiles by nearest rank, whatever the order of the samples', () => {
  const hundred = Array.from({ length: 100 }, (_nothing, index) => 100 - index);
  expect(percentile(hundred, 0.99)).toBe(99);
  expect(percentile(hundred, 0.5)).toBe(50);
  expect(percentile([7], 0.99)).toBe(7);
  expect(percentile([], 0.5)).toBeNaN();
});

it('computes the median as the middle value, or as the mean of the two middle values', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([9, 1, 5, 6])).toBe(5.5);
});

it('computes the spread as a fraction of the median', () => {
  expect(spread([90, 100, 110])).toBeCloseTo(0.2);
});

it('runs contestants in alternating order and ignores their warm-ups', async () => {
  const order: string[] = [];
  const run = (name: string) => async () => order.push(name);
  const results = await runAlternating([run('a'), run('b')], { rounds: 2, warmUps: 1 });
  expect(order).toEqual(['b', 'a', 'a', 'b', 'b', 'a']);
  expect(results).toEqual([
    [3, 6],
    [4, 5],
  ]);
});

it('compares the median ratio of all rounds with the limit of a goal', () => {
  const ratios = ratiosOf([2, 9, 4], [1, 3, 4], (figure) => figure);
  expect(atMost('time, to another’s,', ratios, 2)).toEqual({
    goal: 'time, to another’s, at most 2.00',
    found: '2.00 (2.00, 3.00, 1.00)',
    met: true,
  });
});
