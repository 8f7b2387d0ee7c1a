import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freshDatabases, testServers } from '@qr-attendance/test-kit';
import { execa } from 'execa';
import pg from 'pg';
import { z } from 'zod';
import { CHART } from './support/helm.ts';

const ROOT = join(CHART, '../../..');
const NOBODY = '127.0.0.1:9';
let fresh: Awaited<ReturnType<typeof freshDatabases>>;
let mongoHost: string;
beforeAll(async () => {
  fresh = await freshDatabases();
  mongoHost = new URL((await testServers()).mongoUrl).host;
});
afterAll(() => fresh.drop());

const lineSchema = z.object({ level: z.literal('fatal'), service: z.string(), msg: z.string() });
const failureOf = async (program: string, env: Record<string, string>): Promise<string> => {
  const { exitCode, all } = await execa(process.execPath, [join(ROOT, program)], {
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'info', ...env },
    extendEnv: false,
    reject: false,
    all: true,
  });
  expect({ exitCode, lines: all.trim().split('\n') }).toEqual({ exitCode: 1, lines: [expect.any(String)] });
  return lineSchema.parse(JSON.parse(all)).msg;
};
const withUser = (url: string, user: string, password: string): string =>
  Object.assign(new URL(url), { username: user, password }).href;

it.each(['auth', 'attendance'])(
  'a migration of %s reports in one line that PostgreSQL is unavailable',
  async (name) => {
    const env = { DATABASE_URL: `postgres://u:secret@${NOBODY}/${name}` };
    expect(await failureOf(`services/${name}/src/migrate.ts`, env)).toBe(
      `PostgreSQL at ${NOBODY} (DATABASE_URL) does not answer (ECONNREFUSED).`,
    );
  },
);

it('reports that PostgreSQL rejects the password, without revealing it', async () => {
  const client = new pg.Client({ connectionString: fresh.databases.auth });
  await client.connect();
  const user = `u${Math.random().toString(36).slice(2)}`;
  await client.query(`CREATE ROLE ${user} LOGIN PASSWORD 'right'`);
  try {
    const env = { DATABASE_URL: withUser(fresh.databases.auth, user, 'wrong') };
    const said = await failureOf('services/auth/src/migrate.ts', env);
    expect(said).toBe(
      `PostgreSQL at ${new URL(fresh.databases.auth).host} (DATABASE_URL) refuses the user name or the password.`,
    );
  } finally {
    await client.query(`DROP ROLE ${user}`);
    await client.end();
  }
});

it('reports a missing database by name', async () => {
  const url = Object.assign(new URL(fresh.databases.auth), { pathname: '/none_of_that_name' }).href;
  expect(await failureOf('services/auth/src/migrate.ts', { DATABASE_URL: url })).toContain(
    '(DATABASE_URL) has no database of that name.',
  );
});

it.each(['course', 'session'])(
  'a migration of %s reports in one line that MongoDB is unavailable',
  async (name) => {
    const env = { MONGODB_URL: `mongodb://u:secret@${NOBODY}/${name}?serverSelectionTimeoutMS=500` };
    expect(await failureOf(`services/${name}/src/migrate.ts`, env)).toMatch(
      new RegExp(`^MongoDB at ${NOBODY} \\(MONGODB_URL\\) does not answer`),
    );
  },
);

it('reports that MongoDB rejects the password', async () => {
  const env = { MONGODB_URL: `mongodb://nobody:wrong@${mongoHost}/session` };
  expect(await failureOf('services/session/src/migrate.ts', env)).toBe(
    `MongoDB at ${mongoHost} (MONGODB_URL) refuses the user name or the password.`,
  );
});

it('reports that the bus database is unavailable', async () => {
  const env = {
    DATABASE_URL: fresh.databases.auth,
    EVENT_BUS_URL: `postgres://u:secret@${NOBODY}/events`,
  };
  expect(await failureOf('services/auth/src/migrate.ts', env)).toBe(
    `PostgreSQL at ${NOBODY} (EVENT_BUS_URL) does not answer (ECONNREFUSED).`,
  );
});

it('a migration and create-admin print no warnings when they succeed', async () => {
  const run = (program: string, env: Record<string, string>, input = '') =>
    execa(process.execPath, [join(ROOT, 'services/auth/src', program)], {
      env: { PATH: process.env['PATH'], DATABASE_URL: fresh.databases.auth, ...env },
      extendEnv: false,
      reject: false,
      input,
    });
  const migrated = await run('migrate.ts', { EVENT_BUS_URL: fresh.databases.events });
  expect(migrated).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  const person = JSON.stringify({ name: 'Ada Lovelace', email: 'ada@campus.example' });
  const made = await run('create-admin.ts', { PUBLIC_ORIGINS: 'https://attendance.campus.example' }, person);
  expect(made).toMatchObject({ exitCode: 0, stderr: '' });
  expect(JSON.parse(made.stdout)).toMatchObject({ isNew: true });
});
