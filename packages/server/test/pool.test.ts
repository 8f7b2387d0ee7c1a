import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createLogger } from '@qr-attendance/observability';
import { createPool, openAll } from '@qr-attendance/server';
import { eventually, freshDatabases, openLink } from '@qr-attendance/test-kit';

const log = createLogger('test', 'silent');
let databases: Awaited<ReturnType<typeof freshDatabases>>;

beforeAll(async () => {
  databases = await freshDatabases();
});
afterAll(() => databases.drop());

it('a pool with permanent connections opens all of them before the first query, and keeps them', async () => {
  const pool = createPool(databases.databases.events, log, { name: 'kept', max: 3, keepOpen: true });
  const isOpen = () => expect({ all: pool.totalCount, idle: pool.idleCount }).toEqual({ all: 3, idle: 3 });
  await eventually(isOpen);
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'kept'`,
  );
  expect(rows).toEqual([{ count: 3 }]);
  isOpen();
  await pool.end();
});

it('a pool prepares statements on each of its connections before the first query', async () => {
  const pool = createPool(databases.databases.events, log, { name: 'prepared', max: 3 });
  await openAll(pool, [{ name: 'one', text: 'SELECT $1::int AS one', values: [1] }]);
  const clients = await Promise.all(Array.from({ length: 3 }, () => pool.connect()));
  for (const client of clients) {
    const { rows } = await client.query(
      `SELECT generic_plans > 0 AS "isPlanned" FROM pg_prepared_statements WHERE name = 'one'`,
    );
    expect(rows).toEqual([{ isPlanned: true }]);
    client.release();
  }
  await pool.end();
});

it('a pool with permanent connections works once a server that was unreachable at the start responds', async () => {
  const link = await openLink(databases.databases.events);
  link.cut();
  const pool = createPool(link.url, log, { name: 'late', max: 2, keepOpen: true });
  await expect(pool.query('SELECT 1')).rejects.toThrow();
  link.fix();
  await eventually(async () => expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]));
  await pool.end();
  await link.close();
});
