import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createLogger } from '@qr-attendance/observability';
import { migratePostgres } from '@qr-attendance/server';
import { eventually, freshDatabases } from '@qr-attendance/test-kit';
import pg from 'pg';

const GATE = 1;
const log = createLogger('test', 'silent');
let fresh: Awaited<ReturnType<typeof freshDatabases>>;
let dir: string;
beforeAll(async () => {
  fresh = await freshDatabases();
  dir = await mkdtemp(join(tmpdir(), 'qr-migrations-'));
  // The migration waits for the test, so that all replicas migrate at the same time.
  await writeFile(
    join(dir, '001_things.sql'),
    `SELECT pg_advisory_xact_lock(${GATE}); CREATE TABLE things (id int);`,
  );
});
afterAll(async () => {
  await rm(dir, { recursive: true });
  await fresh.drop();
});

it('two replicas migrate one database concurrently, and each migration runs once', async () => {
  const url = fresh.databases.events;
  const migrate = () => migratePostgres({ url, dir, log });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [GATE]);
    const all = Promise.allSettled([migrate(), migrate(), migrate()]);
    await eventually(async () => {
      const waiting =
        "SELECT count(*)::int AS waiting FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
      expect((await client.query(waiting)).rows).toEqual([{ waiting: 3 }]);
    });
    await client.query('SELECT pg_advisory_unlock($1)', [GATE]);
    expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    const { rows } = await client.query('SELECT name FROM migrations');
    expect(rows).toEqual([{ name: '001_things' }]);
  } finally {
    await client.end();
  }
});

it('a migration that waits for a slow reader blocks neither writers nor other tables', async () => {
  const own = await freshDatabases();
  const connectionString = own.databases.events;
  const files = await mkdtemp(join(tmpdir(), 'qr-migrations-'));
  const reader = new pg.Client({ connectionString });
  const writer = new pg.Client({ connectionString, lock_timeout: 5_000 });
  const applied = async () =>
    (await writer.query<{ name: string }>('SELECT name FROM migrations ORDER BY id')).rows.map(
      ({ name }) => name,
    );
  try {
    await writeFile(join(files, '001_lists.sql'), 'CREATE TABLE lists (id int);');
    await migratePostgres({ url: connectionString, dir: files, log });
    await Promise.all([reader.connect(), writer.connect()]);
    await reader.query('BEGIN; SELECT FROM lists');

    await writeFile(join(files, '002_others.sql'), 'CREATE TABLE others (id int);');
    await writeFile(join(files, '003_lists_name.sql'), 'ALTER TABLE lists ADD COLUMN name text;');
    const migrated = migratePostgres({ url: connectionString, dir: files, log });
    await eventually(async () => {
      const waiting =
        "SELECT FROM pg_locks WHERE relation = 'lists'::regclass AND mode = 'AccessExclusiveLock' AND NOT granted";
      expect((await writer.query(waiting)).rows).toHaveLength(1);
    });
    await writer.query('INSERT INTO lists VALUES (1)');
    expect(await applied()).toEqual(['001_lists', '002_others']);

    await reader.query('COMMIT');
    await migrated;
    expect(await applied()).toEqual(['001_lists', '002_others', '003_lists_name']);
  } finally {
    await Promise.all([reader.end(), writer.end()]);
    await rm(files, { recursive: true });
    await own.drop();
  }
});
