import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { defineTopic, type Event } from '@qr-attendance/contracts/events';
import { freshDatabases } from '@qr-attendance/local-stack';
import pg from 'pg';
import { z } from 'zod';
import {
  connectPostgresEventBus,
  createLogger,
  makeEvent,
  on,
  postgresOutbox,
  queueUnlessWaiting,
  startOutboxRelay,
  type EventBus,
  type OutboxStore,
} from '../src/index.ts';
import { eventually } from '../src/testing/index.ts';

const log = createLogger('test', 'silent');
const { databases, drop } = await freshDatabases();
const pool = new pg.Pool({ connectionString: databases.attendance });
const topic = defineTopic('test.changed', 'state', z.object({ version: z.number() }));
const event = (key: string, version = 1) => makeEvent(topic, key, { version });
const queue = async (events: Event[]) => {
  const client = await pool.connect();
  await queueUnlessWaiting(client, events);
  client.release();
};
const waiting = async () =>
  (await pool.query<{ id: string }>('SELECT id FROM outbox')).rows.map(({ id }) => id);

let bus: EventBus;
let seen: Event[] = [];
beforeAll(async () => {
  await pool.query(`CREATE TABLE outbox (topic text, key text, id uuid, version int, occurred_at timestamptz,
    payload jsonb, PRIMARY KEY (topic, key))`);
  bus = await connectPostgresEventBus({ url: databases.events, log });
  await bus.declare('g', [topic]);
  await bus.subscribe('g', [
    on(topic, async (_payload, whole) => {
      seen.push(whole);
    }),
  ]);
});
beforeEach(() => {
  seen = [];
});
afterAll(async () => {
  await bus.close();
  await pool.end();
  await drop();
});

it('replicas relay one outbox together: everything comes, and nothing stays', async () => {
  const events = Array.from({ length: 300 }, () => event(randomUUID()));
  await queue(events);
  const relays = [1, 2, 3].map(() => startOutboxRelay({ store: postgresOutbox(pool), bus, log }));
  await eventually(async () => {
    expect(new Set(seen.map(({ id }) => id))).toEqual(new Set(events.map(({ id }) => id)));
    expect(await waiting()).toEqual([]);
  });
  await Promise.all(relays.map((relay) => relay.stop()));
});

it('a relay that died between publishing and forgetting is followed by one that publishes the same event', async () => {
  const store = postgresOutbox(pool);
  const dies: OutboxStore = { ...store, remove: () => Promise.reject(new Error('killed')) };
  const one = event('aggregate');
  await queue([one]);
  const first = startOutboxRelay({ store: dies, bus, log });
  await eventually(() => expect(seen.map(({ id }) => id)).toContain(one.id));
  await first.stop();
  expect(await waiting()).toEqual([one.id]);
  const second = startOutboxRelay({ store, bus, log });
  await eventually(async () => expect(await waiting()).toEqual([]));
  await second.stop();
  expect(new Set(seen.map(({ id }) => id))).toEqual(new Set([one.id]));
});

it('a newer event that replaces one under way is published after it', async () => {
  const newer = event('busy', 2);
  const slow: EventBus = {
    ...bus,
    publish: async (older) => {
      if (older.version === 1)
        await pool.query('UPDATE outbox SET id = $1, version = 2, payload = $2 WHERE key = $3', [
          newer.id,
          newer.payload,
          'busy',
        ]);
      await bus.publish(older);
    },
  };
  await queue([event('busy', 1)]);
  const relay = startOutboxRelay({ store: postgresOutbox(pool), bus: slow, log });
  await eventually(() => expect(seen.map(({ version }) => version).toSorted()).toEqual([1, 2]));
  await eventually(async () => expect(await waiting()).toEqual([]));
  await relay.stop();
});
