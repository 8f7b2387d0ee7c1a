import { describe, expect, it } from '@jest/globals';
import { eventually } from '@qr-attendance/test-kit';
import { createFairQueue } from '../src/limits/fair-queue.ts';
import { limitKeys } from '../src/limits/spender.ts';

const BOUNDS = { atOnce: 1, maxPerPerson: 3, maxWaiting: 5, maxWaitMs: 60_000 };
const [ada, blaise, carl] = ['ada', 'blaise', 'carl'].map((id) => limitKeys.person({ id })) as [
  ReturnType<typeof limitKeys.person>,
  ReturnType<typeof limitKeys.person>,
  ReturnType<typeof limitKeys.person>,
];

const createWork = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const state = { begun: false };
  return {
    state,
    finish: resolve,
    work: () => {
      state.begun = true;
      return promise;
    },
  };
};

describe('a queue of work', () => {
  it('takes people in turn, so a heavy user delays others by only one task', async () => {
    const queue = createFairQueue(BOUNDS);
    const first = createWork();
    const order: string[] = [];
    const note = (name: string) => () => void order.push(name);
    const all = [
      queue.run(ada, first.work),
      queue.run(ada, note('ada 2')),
      queue.run(ada, note('ada 3')),
      queue.run(blaise, note('blaise 1')),
      queue.run(blaise, note('blaise 2')),
      queue.run(carl, note('carl 1')),
    ];
    first.finish();
    await Promise.all(all);
    expect(order).toEqual(['blaise 1', 'carl 1', 'ada 2', 'blaise 2', 'ada 3']);
  });

  it('runs one task per person at a time, whatever the concurrency', async () => {
    const queue = createFairQueue({ ...BOUNDS, atOnce: 2 });
    const [first, second, other] = [createWork(), createWork(), createWork()];
    const all = [queue.run(ada, first.work), queue.run(ada, second.work), queue.run(blaise, other.work)];
    await eventually(() => expect(other.state.begun).toBe(true));
    expect(second.state.begun).toBe(false);
    for (const { finish } of [first, second, other]) finish();
    await Promise.all(all);
    expect(second.state.begun).toBe(true);
  });

  it('rejects at once what exceeds the limit per person or in total', async () => {
    const queue = createFairQueue(BOUNDS);
    const first = createWork();
    const admitted = [ada, ada, ada, blaise, blaise, blaise].map((person) => queue.run(person, first.work));
    await expect(queue.run(ada, first.work)).rejects.toMatchObject({
      kind: 'too_many',
      code: 'too_many_at_once',
    });
    await expect(queue.run(carl, first.work)).rejects.toMatchObject({ kind: 'unavailable', code: 'busy' });
    first.finish();
    await Promise.all(admitted);
    await queue.run(carl, () => undefined);
  });

  it('drops a waiting task whose client left', async () => {
    const queue = createFairQueue(BOUNDS);
    const [first, abandoned] = [createWork(), createWork()];
    const running = queue.run(ada, first.work);
    const leaving = new AbortController();
    const left = queue.run(blaise, abandoned.work, leaving.signal);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'client_left' });
    expect(queue.waiting()).toBe(0);
    first.finish();
    await running;
    expect(abandoned.state.begun).toBe(false);
  });

  it('times out waiting tasks, and continues after a failed task', async () => {
    const queue = createFairQueue({ ...BOUNDS, maxWaitMs: 20 });
    const first = createWork();
    const failing = queue.run(ada, async () => {
      await first.work();
      throw new Error('failed');
    });
    await expect(queue.run(blaise, () => undefined)).rejects.toMatchObject({ code: 'busy' });
    first.finish();
    await expect(failing).rejects.toThrow('failed');
    await queue.run(blaise, () => undefined);
  });
});
