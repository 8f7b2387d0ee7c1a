import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { providePostgres, type Server } from '@qr-attendance/stack';
import { eventually, TEST_POSTGRES_URL } from '@qr-attendance/test-kit';
import pg from 'pg';
import { startCampus, type Campus } from './campus.ts';

/** A separate server, because other suites use the shared server concurrently. */
let dataDir: string;
let server: Server;
let campus: Campus;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'qr-fail-over-'));
  await chmod(dataDir, 0o755);
  server = await providePostgres({ given: undefined, dataDir, password: 'test' });
  process.env[TEST_POSTGRES_URL] = server.url;
  campus = await startCampus({ asProcesses: true }, ['auth', 'attendance']);
});
afterAll(async () => {
  await campus.stop();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const cutAllConnections = async () => {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  );
  await client.end();
};
const killServer = async () => {
  const pid = server.pid()!;
  process.kill(pid, 'SIGKILL');
  await eventually(() => expect(server.pid()).not.toBe(pid));
};

const register = (name: string) =>
  fetch(`${campus.services.urls.auth}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name,
      email: `${name}-${Date.now()}-${Math.random()}@campus.example`,
      password: 'correct horse battery',
      userType: 'STUDENT',
      usn: 'U1',
      regNo: 'R1',
      department: 'Electronics',
      semester: 3,
    }),
  });

const keepAsking = (ask: () => Promise<number>) => {
  const seen = new Set<number>();
  let going = true;
  const done = (async () => {
    while (going) {
      seen.add(await ask());
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  return async () => {
    going = false;
    await done;
    return [...seen].sort((a, b) => a - b);
  };
};

describe.each([
  ['all its connections are cut', cutAllConnections],
  ['it is killed and restarts', killServer],
])('PostgreSQL fails: %s', (_what, strike) => {
  it('requests, events and live notices recover without a crash or a 500', async () => {
    const { mark, roster, session, teacher, members } = await campus.holdClass(3);
    const pids = ['auth', 'attendance'].map((name) => campus.services.pidOf(name as 'auth'));
    const askers = [
      keepAsking(async () => (await campus.ask(teacher, 'GET', '/api/analytics/summary')).status),
      keepAsking(async () => (await register('Grace')).status),
    ];
    expect((await mark(members[0])).status).toBe(201);

    await strike();
    await eventually(async () => expect((await mark(members[1])).status).toBe(201));
    await eventually(async () => expect((await register('Ada')).status).toBe(201));
    const [summaries, registrations] = await Promise.all(askers.map((stop) => stop()));
    expect([200, 503]).toEqual(expect.arrayContaining(summaries!));
    expect([201, 503]).toEqual(expect.arrayContaining(registrations!));

    // Finds the connection that listens for marks from all replicas.
    await eventually(async () => {
      const listening = await campus.database.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'attendance notices'`,
      );
      expect(listening.rows).toHaveLength(1);
    });
    const leave = new AbortController();
    const path = `/api/attendance/live?sessionId=${session.id}`;
    const stream = await campus.call(teacher, 'GET', path, undefined, {}, leave.signal);
    const events = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    let heard = '';
    const hear = async (name: RegExp) => {
      while (!name.test(heard)) heard += (await events.read()).value ?? '';
    };
    await hear(/event: ?open/);
    expect((await mark(members[2])).status).toBe(201);
    await hear(/event: ?mark/);
    leave.abort();

    // The bus works, too: the end of the session arrives, and the marks are published.
    const ended = { ...session, active: false, endedAt: new Date().toISOString(), version: 2 };
    await eventually(() => campus.publishSession(ended));
    await eventually(async () => expect((await mark(members[0], {})).status).not.toBe(503));
    await eventually(async () => {
      const { rows } = await campus.database.query('SELECT 1 FROM sessions WHERE id = $1 AND NOT active', [
        session.id,
      ]);
      expect(rows).toHaveLength(1);
      expect((await campus.database.query('SELECT 1 FROM outbox')).rows).toHaveLength(0);
    });
    expect((await roster()).map(({ status }) => status)).toEqual(['PRESENT', 'PRESENT', 'PRESENT']);
    expect(['auth', 'attendance'].map((name) => campus.services.pidOf(name as 'auth'))).toEqual(pids);
  });
});

it('a frozen notification connection is detected and replaced', async () => {
  const listeners = async () => {
    const sql = `SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'attendance notices'`;
    return (await campus.database.query<{ pid: number }>(sql)).rows.map(({ pid }) => pid);
  };
  const [frozen] = await listeners();
  process.kill(frozen!, 'SIGSTOP');
  try {
    await eventually(async () => expect((await listeners()).some((pid) => pid !== frozen)).toBe(true));
  } finally {
    process.kill(frozen!, 'SIGCONT');
  }
});
