import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@qr-attendance/observability';
import { createWorker } from '../src/worker.ts';

const log = createLogger('test', 'silent');
const HOURS = 3_600_000;

const makeQueue = (minIntervalMs: number, atMost = Infinity) => {
  const batches: number[] = [];
  let waiting = 0;
  const worker = createWorker(
    'queue',
    async () => {
      await pause(1);
      const taken = Math.min(waiting, atMost);
      waiting -= taken;
      batches.push(taken);
      return waiting > 0;
    },
    HOURS,
    log,
    minIntervalMs,
  );
  const add = (more = 1) => {
    waiting += more;
    worker.wake();
  };
  return { add, stop: worker.stop, batches, waiting: () => waiting };
};
const firstBatch = async ({ batches }: { batches: number[] }) => {
  while (batches.length === 0) await pause(1);
};

describe('a worker with a minimum interval', () => {
  it('handles items that arrive one by one in a few batches', async () => {
    const queue = makeQueue(200);
    await firstBatch(queue);
    for (let added = 0; added < 40; added++) {
      queue.add();
      await pause(1);
    }
    await queue.stop();
    expect(queue.waiting()).toBe(0);
    expect(queue.batches.length).toBeLessThan(20);
  });

  it('does not pause while there is more than one batch', async () => {
    const queue = makeQueue(HOURS, 10);
    queue.add(50);
    while (queue.waiting() > 0) await pause(1);
    await queue.stop();
    expect(queue.batches).toEqual([10, 10, 10, 10, 10]);
  });

  it('finishes queued items before it stops', async () => {
    const queue = makeQueue(HOURS);
    await firstBatch(queue);
    queue.add();
    await queue.stop();
    expect(queue.waiting()).toBe(0);
  });
});

it('a worker without an interval starts the next batch at once', async () => {
  const queue = makeQueue(0);
  await firstBatch(queue);
  queue.add();
  while (queue.waiting() > 0) await pause(1);
  await queue.stop();
  expect(queue.batches.length).toBeGreaterThan(1);
});

describe('a worker that is woken', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'runs again when it is woken %i event-loop turns after a task',
    async (turns) => {
      let runs = 0;
      const wakeAfter = async () => {
        for (let turn = 0; turn < turns; turn++) await Promise.resolve();
        worker.wake();
      };
      const task = async () => {
        runs++;
        if (runs === 2) void wakeAfter();
        return false;
      };
      const worker = createWorker('task', task, HOURS, log);
      await pause(1);
      worker.wake();
      await pause(5);
      await worker.stop();
      expect(runs).toBe(3);
    },
  );
});
