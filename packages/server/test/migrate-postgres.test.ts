import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createLogger } from '@qr-attendance/observability';
import { migratePostgres } from '@qr-attendance/server';
import { freshDatabases } from '@qr-attendance/test-kit';
import pg from 'pg';

const log = createLogger('test', 'silent');
let fresh: Awaited<ReturnType<typeof freshDatabases>>;
let dir: string;
beforeAll(async () => {
  fresh = await freshDatabases();
  dir = await mkdtemp(join(tmpdir(), 'qr-migrations-'));
  // Long enough for the other one to come while it runs.
  await writeFile(join(dir, '001_things.sql'), 'SELECT pg_sleep(2); CREATE TABLE things (id int);');
});
afterAll(async () => {
  await rm(dir, { recursive: true });
  await fresh.drop();
});

it('two replicas that migrate one database at once both succeed, and each migration runs once', async () => {
  const url = fresh.databases.events;
  const migrate = () => migratePostgres({ url, dir, log });
  await expect(Promise.all([migrate(), migrate(), migrate()])).resolves.toHaveLength(3);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('SELECT name FROM migrations').finally(() => client.end());
  expect(rows).toEqual([{ name: '001_things' }]);
});
