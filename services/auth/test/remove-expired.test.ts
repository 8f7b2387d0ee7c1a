import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createLogger } from '@qr-attendance/observability';
import { createPool } from '@qr-attendance/server';
import { startServices, type TestServices } from '@qr-attendance/test-kit';
import type { Pool } from '../src/db/database.ts';
import { removeExpiredRows } from '../src/db/remove-expired.ts';

let services: TestServices;
let pool: Pool;
beforeAll(async () => {
  services = await startServices([]);
  pool = createPool(services.databases.auth, createLogger('test', 'silent'), { name: 'test' });
});
afterAll(async () => {
  await pool.end();
  await services.stop();
});

it('removes expired rows from every table, and keeps all others', async () => {
  await pool.query(`INSERT INTO attempts (key, expire) VALUES ('old', 999), ('new', 1001)`);
  await pool.query(
    `INSERT INTO wrong_accounts (client, account, expires_at)
     VALUES ('client', 'old', to_timestamp(0.999)), ('client', 'new', to_timestamp(1.001))`,
  );
  await removeExpiredRows(pool, new Date(1_000));
  expect((await pool.query('SELECT key FROM attempts')).rows).toEqual([{ key: 'new' }]);
  expect((await pool.query('SELECT account FROM wrong_accounts')).rows).toEqual([{ account: 'new' }]);
});
