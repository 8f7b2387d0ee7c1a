import { expect, it } from '@jest/globals';
import { createLogger } from '@qr-attendance/observability';
import { eventually, freshDatabases, FAST_SCALE, noDeadLetters } from '@qr-attendance/test-kit';
import { PgBoss } from 'pg-boss';
import { subscribeTo } from '../src/bus/event-bus.ts';
import { connectPostgresEventBus } from '../src/bus/postgres-event-bus.ts';
import { collect, setUp } from './support/event-bus-setup.ts';
import { describeEventBusContract } from './support/event-bus-contract.ts';
import { openMongoDeadLetters, openPostgresConsumer } from './support/consumer-database.ts';

const log = createLogger('test', 'silent');
const { databases } = await freshDatabases();

describeEventBusContract('PostgreSQL', {
  connect: (timeScale, inBatches) =>
    connectPostgresEventBus({ url: databases.events, log, timeScale, inBatches }),
  openDatabase: openPostgresConsumer,
});

it('moves events on which pg-boss gave up to the database of their service', async () => {
  const bus = await connectPostgresEventBus({ url: databases.events, log, timeScale: FAST_SCALE });
  const { topic, event, group } = setUp();
  await bus.declare(group('g'), [topic]);
  const old = new PgBoss({ connectionString: databases.events, schema: 'bus', supervise: false });
  await old.start();
  const { deadLetters, close } = await openMongoDeadLetters();
  const [before, late] = [event('before the start'), event('later')];
  const listed = async () => (await deadLetters.list({ limit: 10 })).letters.map((letter) => letter.event);
  try {
    const queue = `${group('g')}/dead-letters`;
    await old.send(queue, before);
    await bus.subscribe(group('g'), [collect(topic, [])], deadLetters);
    await eventually(async () => expect(await listed()).toEqual([before]));
    await old.send(queue, late);
    await eventually(async () => expect(await listed()).toEqual([before, late]));
    await eventually(async () => expect(await old.findJobs(queue)).toEqual([]));
  } finally {
    await old.stop();
    await bus.close();
    await close();
  }
});

it('live events do not wait behind a replay, because a replay has a low concurrency', async () => {
  const bus = await connectPostgresEventBus({ url: databases.events, log });
  const { topic, event, group } = setUp();
  try {
    await bus.declare(group('g'), [topic]);
    const replayed = Array.from({ length: 200 }, (_none, index) => ({
      ...event(`replayed ${index}`),
      bulk: true,
    }));
    await Promise.all(replayed.map((one) => bus.publish(one)));
    const waiting: (() => void)[] = [];
    const seen: string[] = [];
    let isHolding = true;
    const handle = subscribeTo(topic, async ({ text }) => {
      if (isHolding && text.startsWith('replayed'))
        await new Promise<void>((resolve) => waiting.push(resolve));
      seen.push(text);
    });
    await bus.subscribe(group('g'), [handle], noDeadLetters);
    await eventually(() => expect(waiting.length).toBeGreaterThan(0));
    await bus.publish(event('live'));
    await eventually(() => expect(seen).toEqual(['live']));
    expect(waiting.length).toBeLessThan(10);
    expect(await bus.backlog(topic.name)).toBeGreaterThan(190);
    isHolding = false;
    for (const go of waiting) go();
    await eventually(() => expect(seen).toHaveLength(201));
    await eventually(async () => expect(await bus.backlog(topic.name)).toBe(0));
  } finally {
    await bus.close();
  }
});
