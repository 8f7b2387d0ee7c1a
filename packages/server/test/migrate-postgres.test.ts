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
  // Waits for the test, so that the others come while it runs.
  await writeFile(
    join(dir, '001_things.sql'),
    `SELECT pg_advisory_xact_lock(${GATE}); CREATE TABLE things (id int);`,
  );
});
afterAll(async () => {
  await rm(dir, { recursive: true });
  await fresh.drop();
});

it('two replicas that migrate one database at once both succeed, and each migration runs once', async () => {
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
