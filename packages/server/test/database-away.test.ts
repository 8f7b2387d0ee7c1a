import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errorBodySchema } from '@qr-attendance/contracts';
import { createLogger } from '@qr-attendance/observability';
import { createPool } from '@qr-attendance/server';
import { connectMongo } from '@qr-attendance/server/mongo';
import { eventually, freshDatabases, openLink, testServers } from '@qr-attendance/test-kit';
import type { Connection } from 'mongoose';
import type { Pool } from 'pg';
import { serve } from './support/serve.ts';

const log = createLogger('test', 'silent');
let postgresLink: Awaited<ReturnType<typeof openLink>>;
let mongoLink: typeof postgresLink;
let databases: Awaited<ReturnType<typeof freshDatabases>>;
let pool: Pool;
let mongo: Connection;
let server: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  databases = await freshDatabases();
  postgresLink = await openLink(databases.databases.events);
  mongoLink = await openLink((await testServers()).mongoUrl);
  pool = createPool(postgresLink.url, log, { name: 'test', max: 2 });
  // Without this option the driver would connect to the server's own address, bypassing the link.
  const mongoUrl = new URL(mongoLink.url);
  mongoUrl.searchParams.set('directConnection', 'true');
  mongo = await connectMongo(mongoUrl.href, { name: 'test' });
  server = await serve({
    '/postgres': async () => (await pool.query('SELECT 1 AS one')).rows,
    '/slow': async () => (await pool.query('SELECT pg_sleep(60)')).rows,
    '/mongo': async () => mongo.db?.collection('things').countDocuments(),
    '/broken': async () => (await pool.query('SELECT no_such_column')).rows,
  });
});
afterAll(async () => {
  await server.stop();
  await mongo.close();
  await pool.end();
  await Promise.all([postgresLink.close(), mongoLink.close()]);
  await databases.drop();
});

const expectTryAgain = async (path: string) => {
  const answer = await fetch(server.url + path);
  expect({ path, status: answer.status }).toEqual({ path, status: 503 });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(errorBodySchema.parse(await answer.json()).code).toBe('try_again');
};
const expectAnswer = (path: string) =>
  eventually(async () => expect((await fetch(server.url + path)).status).toBe(200));

describe('an unavailable database causes 503 and is used again when it recovers:', () => {
  it('PostgreSQL with all connections in use for 5 s', async () => {
    const taken = await Promise.all([pool.connect(), pool.connect()]);
    const began = Date.now();
    await expectTryAgain('/postgres');
    expect(Date.now() - began).toBeGreaterThan(4_500);
    taken.forEach((client) => client.release());
    await expectAnswer('/postgres');
  });

  it.each([
    ['/postgres', () => postgresLink],
    ['/mongo', () => mongoLink],
  ])(
    '%s with its connections cut',
    async (path, link) => {
      await expectAnswer(path);
      link().cut();
      await expectTryAgain(path);
      await expectTryAgain(path);
      link().fix();
      await expectAnswer(path);
    },
    40_000,
  );

  it.each([
    ['/postgres', () => postgresLink],
    ['/mongo', () => mongoLink],
  ])('%s frozen', async (path, link) => {
    await expectAnswer(path);
    link().freeze();
    await expectTryAgain(path);
    link().fix();
    await expectAnswer(path);
  });

  it('PostgreSQL with a statement that takes too long', () => expectTryAgain('/slow'));
});

it('a programming error still causes 500', async () => {
  expect((await fetch(`${server.url}/broken`)).status).toBe(500);
});

it('connections have an application name', async () => {
  const { rows } = await pool.query('SELECT current_setting($1) AS name', ['application_name']);
  expect(rows).toEqual([{ name: 'test' }]);
});
