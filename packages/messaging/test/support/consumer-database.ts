import { type ConsumerDatabase, freshDatabases, openLink } from '@qr-attendance/test-kit';
import mongoose from 'mongoose';
import pg from 'pg';
import { deadLetterModel, mongoDeadLetters } from '../../src/dead-letters/mongo-dead-letters.ts';
import { postgresDeadLetters } from '../../src/dead-letters/postgres-dead-letters.ts';

const DEAD_LETTERS =
  'CREATE TABLE dead_letters (id text PRIMARY KEY, since timestamptz NOT NULL, letter text NOT NULL)';
const STATEMENT_MS = 150;

/** A PostgreSQL database of a service behind a link that can be cut, with a short statement timeout. */
export const openPostgresConsumer = async (): Promise<ConsumerDatabase> => {
  const { databases } = await freshDatabases();
  const setUp = new pg.Client({ connectionString: databases.attendance });
  await setUp.connect();
  await setUp.query(DEAD_LETTERS);
  await setUp.query('CREATE TABLE handled (event_id text PRIMARY KEY)');
  await setUp.end();
  const link = await openLink(databases.attendance);
  const pool = new pg.Pool({ connectionString: link.url, max: 5, statement_timeout: STATEMENT_MS });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    deadLetters: postgresDeadLetters(pool),
    note: async (eventId) => {
      await pool.query('INSERT INTO handled VALUES ($1) ON CONFLICT DO NOTHING', [eventId]);
    },
    noted: async () => {
      const { rows } = await pool.query<{ event_id: string }>('SELECT event_id FROM handled');
      return rows.map(({ event_id }) => event_id);
    },
    tooSlow: async () => {
      await pool.query('SELECT pg_sleep(30)');
    },
    cut: link.cut,
    fix: link.fix,
    close: async () => {
      await pool.end();
      await link.close();
    },
  };
};

export const openMongoDeadLetters = async () => {
  const { databases } = await freshDatabases();
  const connection = await mongoose.createConnection(databases.course).asPromise();
  const model = deadLetterModel(connection);
  await model.createIndexes();
  return { deadLetters: mongoDeadLetters(model), close: () => connection.close() };
};
