import { expect, it } from '@jest/globals';
import { accountFor } from '../src/load/account.ts';
import { arrivalTimes, runOpenLoop } from '../src/load/arrivals.ts';

it('spreads the arrivals over the window, in order', () => {
  const draws = [0.9, 0, 0.5];
  expect(arrivalTimes(3, 1_000, () => draws.pop() ?? NaN)).toEqual([0, 500, 900]);
});

it('an open loop starts the second task while the first is running', async () => {
  const started: number[] = [];
  let letFirstEnd = () => {};
  const first = new Promise<void>((resolve) => {
    letFirstEnd = resolve;
  });
  const results = await runOpenLoop([0, 1], [0, 5], async (index, dueAt) => {
    started.push(index);
    expect(performance.now()).toBeGreaterThanOrEqual(dueAt - 2);
    if (index === 0) await first;
    else letFirstEnd();
    return index;
  });
  expect(started).toEqual([0, 1]);
  expect(results).toEqual([0, 1]);
});

it('counts missing acknowledged marks as lost, and repeated marks as duplicates', () => {
  const account = accountFor(['a', 'b', 'c', 'd'], ['a', 'b', 'c'], ['a', 'a', 'b', 'd']);
  expect(account).toEqual({ lost: 1, duplicated: 1, unanswered: 1, unasked: 1 });
});

it('reports no findings for a round in which everybody is marked once', () => {
  const everybody = ['a', 'b', 'c'];
  const account = accountFor(everybody, everybody, everybody.toReversed());
  expect(account).toEqual({ lost: 0, duplicated: 0, unanswered: 0, unasked: 0 });
});
