import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { defineTopic, type Event } from '@qr-attendance/contracts/events';
import { createLogger } from '@qr-attendance/observability';
import { createPool } from '@qr-attendance/server';
import { eventually, freshDatabases, noDeadLetters } from '@qr-attendance/test-kit';
import { z } from 'zod';
import { connectPostgresEventBus } from '../src/bus/postgres-event-bus.ts';
import { createEvent } from '../src/outbox/create-event.ts';
import { subscribeTo, type EventBus } from '../src/bus/event-bus.ts';
import { postgresOutbox } from '../src/outbox/postgres-outbox.ts';
import { startOutboxRelay } from '../src/outbox/outbox-relay.ts';

const log = createLogger('test', 'silent');
const { databases, drop } = await freshDatabases();
const pool = createPool(databases.attendance, log, { name: 'relays' });
const topic = defineTopic('test.changed', 'state', z.object({ version: z.number() }));
const event = (key: string, version = 1) => createEvent(topic, key, { version });
const queue = async (events: Event[]) => {
  for (const { topic: name, key, id, version, occurredAt, payload } of events)
    await pool.query(
      'INSERT INTO outbox (topic, key, id, version, occurred_at, payload) VALUES ($1, $2, $3, $4, $5, $6)',
      [name, key, id, version, occurredAt, payload],
    );
};
const waiting = async () =>
  (await pool.query<{ id: string }>('SELECT id FROM outbox')).rows.map(({ id }) => id);

let bus: EventBus;
let seen: Event[] = [];
beforeAll(async () => {
  await pool.query(`CREATE TABLE outbox (topic text, key text, id uuid, version int, occurred_at timestamptz,
    payload jsonb, trace text, PRIMARY KEY (topic, key))`);
  bus = await connectPostgresEventBus({ url: databases.events, log });
  await bus.declare('g', [topic]);
  await bus.subscribe(
    'g',
    [
      subscribeTo(topic, async (_payload, whole) => {
        seen.push(whole);
      }),
    ],
    noDeadLetters,
  );
});
beforeEach(() => {
  seen = [];
});
afterAll(async () => {
  await bus.close();
  await pool.end();
  await drop();
});

it('replicas share one outbox: every event arrives, and none stays in the outbox', async () => {
  const events = Array.from({ length: 300 }, () => event(randomUUID()));
  await queue(events);
  const relays = [1, 2, 3].map(() => startOutboxRelay({ store: postgresOutbox(pool), bus, log }));
  await eventually(async () => {
    expect(new Set(seen.map(({ id }) => id))).toEqual(new Set(events.map(({ id }) => id)));
    expect(await waiting()).toEqual([]);
  });
  await Promise.all(relays.map((relay) => relay.stop()));
});

it('after a relay died between publishing and removing an event, another relay publishes it again', async () => {
  const dying = createPool(databases.attendance, log, { name: 'dies' });
  const dies: EventBus = {
    ...bus,
    publish: async (published) => {
      await bus.publish(published);
      await pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'dies'`,
      );
    },
  };
  const queuedEvent = event('aggregate');
  await queue([queuedEvent]);
  const first = startOutboxRelay({ store: postgresOutbox(dying), bus: dies, log });
  await eventually(() => expect(seen.map(({ id }) => id)).toContain(queuedEvent.id));
  await first.stop();
  await dying.end();
  expect(await waiting()).toEqual([queuedEvent.id]);
  const second = startOutboxRelay({ store: postgresOutbox(pool), bus, log });
  await eventually(async () => expect(await waiting()).toEqual([]));
  await second.stop();
  expect(new Set(seen.map(({ id }) => id))).toEqual(new Set([queuedEvent.id]));
});

it('events that cannot be published wait without blocking others', async () => {
  const refuses: EventBus = {
    ...bus,
    publish: (one) => (one.key === 'refused' ? Promise.reject(new Error('not this one')) : bus.publish(one)),
  };
  const [refused, other] = [event('refused'), event('other')];
  await queue([refused, other]);
  const relay = startOutboxRelay({ store: postgresOutbox(pool), bus: refuses, log });
  await eventually(async () => {
    expect(seen.map(({ id }) => id)).toContain(other.id);
    expect(await waiting()).toEqual([refused.id]);
  });
  expect(await postgresOutbox(pool).depth()).toBe(1);
  await relay.stop();
  await pool.query('DELETE FROM outbox');
});

it('an event that replaces another event during its publication is published afterwards', async () => {
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
