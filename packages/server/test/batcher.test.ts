import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createBatcher } from '../src/batcher.ts';

const APART_MS = 200;

const createEcho = (minIntervalMs?: number) => {
  const batches: number[][] = [];
  const ask = createBatcher<number, number>(
    async (asked) => {
      batches.push([...asked]);
      return [...asked];
    },
    64,
    minIntervalMs,
  );
  return { ask, batches };
};

describe('batches with a minimum interval', () => {
  it('combine items that arrive one by one', async () => {
    const { ask, batches } = createEcho(APART_MS);
    const answers: Promise<number>[] = [];
    for (let number = 0; number < 6; number += 1) {
      answers.push(ask(number));
      await wait(5);
    }
    expect(await Promise.all(answers)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(batches).toEqual([[0], [1, 2, 3, 4, 5]]);
  });

  it('start at once if nothing arrived for a while', async () => {
    const { ask } = createEcho(APART_MS);
    await ask(1);
    await wait(APART_MS + 20);
    const began = performance.now();
    await ask(2);
    expect(performance.now() - began).toBeLessThan(APART_MS / 2);
  });
});

it('batches without an interval start as soon as the previous batch is done', async () => {
  const { ask, batches } = createEcho();
  for (const number of [1, 2, 3]) await ask(number);
  expect(batches).toEqual([[1], [2], [3]]);
});
