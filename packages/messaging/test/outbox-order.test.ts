import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Event } from '@qr-attendance/contracts/events';
import { createLogger } from '@qr-attendance/observability';
import { eventually, openLink } from '@qr-attendance/test-kit';
import { startOutboxRelay, type OutboxRelay } from '../src/outbox/outbox-relay.ts';
import { type EventBus } from '../src/bus/event-bus.ts';
import {
  newKey,
  openMongoAggregates,
  openPostgresAggregates,
  type Aggregates,
} from './support/aggregates.ts';
import { createHold, createTopicLog } from './support/topic-log.ts';

const log = createLogger('test', 'silent');

/**
 * The holds are released after each test, even after a failed test, because a relay stops only after it has published.
 */
let holds: ReturnType<typeof createHold>[] = [];
const hold = (concerns: (event: Event) => boolean) => {
  const made = createHold(concerns);
  holds.push(made);
  return made;
};
const releaseAll = () => {
  holds.forEach(({ release }) => release());
  holds = [];
};

describe.each([
  ['PostgreSQL', () => openPostgresAggregates(), { takeTurns: true }],
  ['MongoDB', () => openMongoAggregates(), { takeTurns: false }],
])('relays of one outbox in %s', (_database, open, { takeTurns }) => {
  let aggregates: Aggregates;
  let relays: OutboxRelay[] = [];
  beforeAll(async () => {
    aggregates = await open();
  });
  afterEach(async () => {
    releaseAll();
    await Promise.all(relays.map((relay) => relay.stop()));
    relays = [];
  });
  afterAll(() => aggregates.close());

  const startRelay = async (name: string, bus: EventBus) => {
    const relay = startOutboxRelay({ store: await aggregates.openStore(name), bus, log });
    relays.push(relay);
    return relay;
  };

  it('publish version 2 last even if one relay stalls while publishing version 1', async () => {
    const { bus, versionsOf } = createTopicLog();
    const [key, other] = [newKey(), newKey()];
    const stalled = hold((event) => event.key === key && event.version === 1);
    await aggregates.write(key, 1);
    await startRelay('stalls', bus({ before: stalled.step }));
    await stalled.arrived;
    await aggregates.write(key, 2);
    await aggregates.write(other, 1);
    await startRelay('runs', bus());
    await eventually(() => expect(versionsOf(other)).toEqual([1]));
    stalled.release();
    await eventually(async () => {
      expect(versionsOf(key)).toContain(1);
      expect(versionsOf(key).at(-1)).toBe(2);
      expect(await aggregates.waiting()).toBe(0);
    });
  });

  it('publish version 2 last if one relay disconnects and the other stalls before removing the event', async () => {
    const { bus, versionsOf } = createTopicLog();
    const key = newKey();
    const first = hold((event) => event.key === key && event.version === 1);
    const second = hold((event) => event.key === key && event.version === 2);
    await aggregates.write(key, 1);
    const cutOff = await startRelay('is cut off', bus({ before: first.step }));
    await first.arrived;
    await aggregates.write(key, 2);
    await aggregates.cut('is cut off');
    await startRelay('forgets late', bus({ after: second.step }));
    await second.arrived;
    first.release();
    await eventually(() => expect(versionsOf(key)).toEqual([2, 1]));
    // The relay finishes its round, which repairs what it published late.
    await cutOff.stop();
    second.release();
    await eventually(async () => {
      expect(versionsOf(key).at(-1)).toBe(2);
      expect(await aggregates.waiting()).toBe(0);
    });
  });

  it('end with the newest version of each key: four relays, 500 events, 100 keys', async () => {
    const { bus, versionsOf } = createTopicLog();
    const keys = Array.from({ length: 100 }, newKey);
    // Replicas differ in speed; the last events pass without a delay.
    for (const slowness of [0, 5, 100, 400]) {
      const take = ({ version }: Event) =>
        new Promise<void>((resolve) => setTimeout(resolve, version < 5 ? Math.random() * slowness : 0));
      await startRelay(`${slowness} ms`, bus({ before: take, after: take }));
    }
    for (let version = 1; version <= 5; version += 1)
      for (const [index, key] of keys.entries()) {
        await aggregates.write(key, version);
        relays[index % relays.length]?.wake();
      }
    await eventually(async () => {
      expect(await aggregates.waiting()).toBe(0);
      expect(keys.map((key) => versionsOf(key).at(-1))).toEqual(keys.map(() => 5));
    });
    await Promise.all(relays.map((relay) => relay.stop()));
    expect(await aggregates.waiting()).toBe(0);
    expect(keys.map((key) => versionsOf(key).at(-1))).toEqual(keys.map(() => 5));
    if (takeTurns)
      for (const key of keys) expect(versionsOf(key)).toEqual(versionsOf(key).toSorted((a, b) => a - b));
  });

  it('neither grow the outbox nor block writers during an outage of the bus', async () => {
    const { bus, versionsOf } = createTopicLog();
    const key = newKey();
    const store = await aggregates.openStore('watches');
    let down = true;
    let tries = 0;
    const refuse = () => {
      tries += 1;
      return down ? Promise.reject(new Error('the bus is down')) : Promise.resolve();
    };
    const hangs = hold(() => true);
    await startRelay('is refused', bus({ before: refuse }));
    await startRelay('is not answered', bus({ before: hangs.step }));
    await aggregates.write(key, 1);
    await hangs.arrived;
    for (let version = 2; version <= 30; version += 1) await aggregates.write(key, version);
    const other = newKey();
    await aggregates.write(other, 1);
    const triesBefore = tries;
    await eventually(() => expect(tries).toBeGreaterThan(triesBefore + 1));
    expect(await store.depth()).toBe(2);
    down = false;
    hangs.release();
    await eventually(async () => {
      expect(versionsOf(key).at(-1)).toBe(30);
      expect(versionsOf(other)).toContain(1);
      expect(await aggregates.waiting()).toBe(0);
    });
  });
});

describe('relays of one outbox in PostgreSQL', () => {
  const SILENCE_MS = 900;
  let aggregates: Awaited<ReturnType<typeof openPostgresAggregates>>;
  let link: Awaited<ReturnType<typeof openLink>>;
  let relays: OutboxRelay[] = [];
  beforeAll(async () => {
    aggregates = await openPostgresAggregates(SILENCE_MS);
    link = await openLink(aggregates.url);
  });
  afterEach(async () => {
    releaseAll();
    await Promise.all(relays.map((relay) => relay.stop()));
    relays = [];
  });
  afterAll(async () => {
    await aggregates.close();
    await link.close();
  });
  const startRelay = (name: string, bus: EventBus, url = aggregates.url) =>
    relays.push(startOutboxRelay({ store: aggregates.openStoreAt(url, name), bus, log }));

  it.each([
    ['its connection ends', () => aggregates.cut('goes')],
    ['it hangs', () => Promise.resolve(link.freeze())],
  ])(
    'wait for the relay that is publishing, and take over when %s',
    async (_how, go) => {
      const { bus, versionsOf, events } = createTopicLog();
      const keys = Array.from({ length: 50 }, newKey);
      const later = Array.from({ length: 10 }, newKey);
      const goes = hold(() => true);
      for (const key of keys) await aggregates.write(key, 1);
      startRelay('goes', bus({ before: goes.step }), link.url);
      await goes.arrived;
      for (const key of keys) await aggregates.write(key, 2);
      for (const key of later) await aggregates.write(key, 1);

      startRelay('takes over', bus());
      await eventually(() => expect(events).toHaveLength(later.length));
      expect(later.flatMap(versionsOf)).toEqual(later.map(() => 1));
      await go();
      await eventually(() => expect(keys.flatMap(versionsOf)).toEqual(keys.map(() => 2)));

      // The replica resumes without knowing what the other replica has published.
      link.cut();
      link.fix();
      goes.release();
      await eventually(async () => {
        expect(keys.map((key) => versionsOf(key).at(1))).toEqual(keys.map(() => 1));
        expect(keys.map((key) => versionsOf(key).at(-1))).toEqual(keys.map(() => 2));
        expect(await aggregates.waiting()).toBe(0);
      });
    },
    30_000,
  );

  it('wait for the relay that is publishing, however long the bus takes', async () => {
    const { bus, versionsOf, events } = createTopicLog();
    const [key, other] = [newKey(), newKey()];
    const slow = hold(() => true);
    await aggregates.write(key, 1);
    startRelay('is not answered', bus({ before: slow.step }));
    await slow.arrived;
    await aggregates.write(key, 2);
    startRelay('waits', bus());
    await eventually(async () => {
      const { rows } = await aggregates.pool.query<{ ms: number }>(
        `SELECT extract(epoch FROM now() - xact_start)::float * 1000 AS ms FROM pg_stat_activity
          WHERE application_name = 'is not answered' AND datname = current_database()`,
      );
      expect(rows[0]?.ms).toBeGreaterThan(3 * SILENCE_MS);
    });
    // A migration must not wait for the relay, because all writers would wait behind the migration.
    await aggregates.pool.query('BEGIN; LOCK TABLE outbox IN ACCESS EXCLUSIVE MODE; COMMIT');
    await aggregates.write(other, 1);
    await eventually(() => expect(versionsOf(other)).toEqual([1]));
    expect(events).toHaveLength(1);
    slow.release();
    await eventually(() => expect(versionsOf(key)).toEqual([1, 2]));
  });
});
