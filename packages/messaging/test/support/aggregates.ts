import { defineTopic, type Event } from '@qr-attendance/contracts/events';
import { createLogger } from '@qr-attendance/observability';
import { createPool } from '@qr-attendance/server';
import { connectMongo } from '@qr-attendance/server/mongo';
import { freshDatabases } from '@qr-attendance/test-kit';
import { Schema, Types } from 'mongoose';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import { createEvent } from '../../src/outbox/create-event.ts';
import { mongoOutbox } from '../../src/outbox/mongo-outbox.ts';
import { outboxFields, type WithOutbox } from '../../src/outbox/outbox-fields.ts';
import { postgresOutbox } from '../../src/outbox/postgres-outbox.ts';
import type { OutboxStore } from '../../src/outbox/outbox-store.ts';

const log = createLogger('test', 'silent');
const topic = defineTopic('test.changed', 'state', z.object({ version: z.number() }));
const eventOf = (key: string, version: number) => createEvent(topic, key, { version });
export const newKey = () => new Types.ObjectId().toHexString();

export interface Aggregates {
  write: (key: string, version: number) => Promise<void>;
  waiting: () => Promise<number>;
  openStore: (name: string) => Promise<OutboxStore>;
  /** Releases the replica's database locks, as a broken connection does. */
  cut: (name: string) => Promise<void>;
  close: () => Promise<void>;
}

const TABLES = `
  CREATE TABLE aggregates (key text PRIMARY KEY, version int);
  CREATE TABLE outbox (topic text, key text, id uuid, version int, occurred_at timestamptz, payload jsonb, trace text,
    PRIMARY KEY (topic, key));
  CREATE INDEX ON outbox (occurred_at)`;
const putIntoOutbox = (client: PoolClient, { topic, key, id, version, occurredAt, payload }: Event) =>
  client.query(
    `INSERT INTO outbox (topic, key, id, version, occurred_at, payload) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (topic, key) DO UPDATE SET (id, version, occurred_at, payload)
       = (excluded.id, excluded.version, excluded.occurred_at, excluded.payload)`,
    [topic, key, id, version, occurredAt, payload],
  );

/** @param silenceMs after which the database releases the locks of a silent relay */
export const openPostgresAggregates = async (silenceMs?: number) => {
  const { databases, drop } = await freshDatabases();
  const url = databases.attendance;
  const pool = createPool(url, log, { name: 'writer' });
  const pools = [pool];
  await pool.query(TABLES);

  const inTransaction = async (change: (client: PoolClient) => Promise<void>) => {
    const client = await pool.connect();
    await client.query('BEGIN');
    await change(client);
    await client.query('COMMIT');
    client.release();
  };
  const republishNewer = (events: Event[]) =>
    inTransaction(async (client) => {
      const { rows } = await client.query<{ key: string; version: number }>(
        'SELECT key, version FROM aggregates WHERE key = ANY($1) FOR NO KEY UPDATE',
        [events.map(({ key }) => key)],
      );
      for (const { key, version } of rows)
        if (events.some((event) => event.key === key && event.version < version))
          await putIntoOutbox(client, eventOf(key, version));
    });

  const openStoreAt = (storeUrl: string, name: string) => {
    const own = createPool(storeUrl, log, { name, max: 2 });
    pools.push(own);
    return postgresOutbox(own, { republishNewer, silenceMs });
  };

  return {
    url,
    pool,
    openStoreAt,
    write: (key: string, version: number) =>
      inTransaction(async (client) => {
        await client.query(
          'INSERT INTO aggregates VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET version = excluded.version',
          [key, version],
        );
        await putIntoOutbox(client, eventOf(key, version));
      }),
    waiting: async () => (await pool.query('SELECT 1 FROM outbox')).rows.length,
    openStore: (name: string) => Promise.resolve(openStoreAt(url, name)),
    cut: async (name: string) => {
      await pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE application_name = $1 AND datname = current_database()`,
        [name],
      );
    },
    close: async () => {
      await Promise.all(pools.map((one) => one.end()));
      await drop();
    },
  };
};

interface Document extends WithOutbox {
  _id: Types.ObjectId;
}
const schema = new Schema<Document>({ ...outboxFields }, { versionKey: false, strict: 'throw' });

export const openMongoAggregates = async (): Promise<Aggregates> => {
  const { databases, drop } = await freshDatabases();
  const connect = async () => {
    const connection = await connectMongo(databases.session);
    return { connection, model: connection.model<Document>('Aggregate', schema, 'aggregates') };
  };
  const { connection, model } = await connect();
  const connections = [connection];
  return {
    write: async (key, version) => {
      const outbox = [eventOf(key, version)];
      await model.updateOne({ _id: key }, { $set: { version, outbox } }, { upsert: true });
    },
    waiting: () => model.countDocuments({ 'outbox.id': { $gt: '' } }),
    openStore: async () => {
      const own = await connect();
      connections.push(own.connection);
      return mongoOutbox(own.model, ({ _id, version }) => eventOf(_id.toHexString(), version));
    },
    cut: () => Promise.resolve(),
    close: async () => {
      await Promise.all(connections.map((one) => one.close()));
      await drop();
    },
  };
};
