import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { eventually } from '@qr-attendance/test-kit';
import pg from 'pg';
import { ensureDatabase, providePostgres } from '../src/infrastructure/postgres.ts';

const query = async (url: string, sql: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
};

let dataDir: string;
const start = () => providePostgres({ given: undefined, dataDir, password: 'secret' });
beforeEach(async () => {
  // Other users cannot enter this folder, not even the user of PostgreSQL when root starts it.
  dataDir = await mkdtemp(join(tmpdir(), 'qr-postgres-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

it('the embedded PostgreSQL keeps its data across restarts, in a private folder', async () => {
  const first = await start();
  const url = await ensureDatabase(first.url, 'kept');
  await query(url, 'CREATE TABLE kept AS SELECT 7 AS value');
  await first.stop();

  const second = await start();
  expect(await query(await ensureDatabase(second.url, 'kept'), 'SELECT value FROM kept')).toEqual([
    { value: 7 },
  ]);
  await second.stop();
});

it('the embedded PostgreSQL keeps committed data when it is killed', async () => {
  const server = await start();
  await query(server.url, 'CREATE TABLE kept AS SELECT 7 AS value');
  process.kill(server.pid() ?? 0, 'SIGKILL');
  await eventually(async () =>
    expect(await query(server.url, 'SELECT value FROM kept')).toEqual([{ value: 7 }]),
  );
  await server.stop();
});
