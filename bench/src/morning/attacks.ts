import { randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { PreparedRequest } from '../load/mark-request.ts';
import { openConnection, send } from '../load/send.ts';

export interface Target {
  url: string;
  token: string;
  sessionId: string;
  /** The code that the hall scans. */
  code: string;
  /** Cookies that some of the hall's students left in other browsers. */
  leftOver: string[];
}

export type Tally = (status: number) => void;
type Attack = (target: Target, tally: Tally, signal: AbortSignal) => Promise<void>;

const CONNECTIONS = 64;
const SLOW_BODIES = 2_050;
const STREAMS = 2_000;
const CALLS = 60_000;
/** Pause before a closed connection is reopened, and between the bytes of an unfinished body. */
const AGAIN_MS = 1_000;

const flood = async (
  { url }: Target,
  tally: Tally,
  signal: AbortSignal,
  next: () => PreparedRequest,
  total = Infinity,
): Promise<void> => {
  let left = total;
  const drive = async () => {
    const connection = openConnection(url);
    while (!signal.aborted && left-- > 0) {
      const { status } = await send(connection, next());
      tally(status);
      // Without a pause, refused connections would only cause load on this machine.
      if (status === 0) await pause(10);
    }
    connection.destroy();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, drive));
};

const json = { 'content-type': 'application/json' };
const post = (path: string, body: unknown): PreparedRequest => ({
  method: 'POST',
  path,
  headers: json,
  body: JSON.stringify(body),
});
const login = (password: string): PreparedRequest =>
  post('/api/auth/login', { email: `${randomUUID()}@campus.example`, password });

const cycle = <T>(all: readonly T[]): (() => T) => {
  let next = 0;
  return () => all[next++ % all.length] as T;
};

const lockOuts: readonly PreparedRequest[] = [
  { method: 'GET', path: '/API/sessions/verify/x', headers: {} },
  { method: 'GET', path: '/api/sessions/VERIFY/x', headers: {} },
  post('/api/auth/login', {}),
  post('/api/auth/register', {}),
];

const beacon = post('/api/reports', {
  reports: Array.from({ length: 20 }, () => ({
    type: 'error',
    app: 'shell',
    page: '/',
    kind: 'error',
    message: '@'.repeat(200),
  })),
});

/** Guesses are spread over these accounts, so that none is locked by itself. */
const SPRAYED_ACCOUNTS = 120;
const SPRAYED_GUESSES = 2_400;
const EMAILS = 12_000;

const hold = async (
  { url }: Target,
  count: number,
  { head, feed }: { head: string; feed?: string },
  tally: Tally,
  signal: AbortSignal,
): Promise<void> => {
  const { port } = new URL(url);
  const holdOne = () =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(head));
      const feeding = feed === undefined ? undefined : setInterval(() => socket.write(feed), AGAIN_MS);
      let status = 0;
      const stop = () => socket.destroy();
      signal.addEventListener('abort', stop);
      socket.on('data', (bytes) => {
        status ||= Number(/^HTTP\/1\.1 (\d{3})/.exec(bytes.toString('latin1'))?.[1] ?? 0);
      });
      socket.on('error', stop);
      socket.on('close', () => {
        clearInterval(feeding);
        signal.removeEventListener('abort', stop);
        tally(status);
        resolve();
      });
    });
  const keepOne = async () => {
    while (!signal.aborted) {
      await holdOne();
      await pause(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: count }, keepOne));
};

const ACCOUNTS = 5;
const BUSY_CONNECTIONS = 8;

/** Throw-away accounts, as anybody can register them. */
const register = async ({ url }: Target, details: object): Promise<string[]> => {
  const tokens: string[] = [];
  for (let n = 0; n < ACCOUNTS; n += 1) {
    const email = `${randomUUID()}@throwaway.example`;
    const body = { name: 'Sid Stranger', email, password: randomBytes(12).toString('hex'), ...details };
    const answer = await fetch(`${url}/api/auth/register`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ department: 'Electronics', ...body }),
    });
    if (answer.ok) tokens.push(((await answer.json()) as { token: string }).token);
  }
  return tokens;
};
const registerTeachers = (target: Target) => register(target, { userType: 'TEACHER', employeeId: 'E1' });
const registerStudents = (target: Target) =>
  register(target, { userType: 'STUDENT', usn: randomUUID(), regNo: 'R1', semester: 3 });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

// cspell:ignore dtend vcalendar vevent
/** Its second day is found after ten million steps, which take seconds. */
const SLOW_CALENDAR = [
  ...['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:1', 'SUMMARY:Optics', 'DTSTART:20260914T090000'],
  ...['DTEND:20260914T103000', 'RRULE:FREQ=DAILY;INTERVAL=10000000', 'END:VEVENT', 'END:VCALENDAR', ''],
].join('\r\n');

export const attacks = {
  'left-over-cookies': (target, tally, signal) => {
    const cookie = cycle(target.leftOver);
    const scan = (): PreparedRequest => ({
      method: 'GET',
      path: '/api/sessions/verify/ABCD2345',
      headers: { cookie: cookie() },
    });
    return flood(target, tally, signal, scan, CALLS);
  },
  'calendar-files': async (target, tally, signal) => {
    const token = cycle(await registerTeachers(target));
    const read = (): PreparedRequest => {
      const request = post('/api/series/read-calendar', { text: SLOW_CALENDAR });
      return { ...request, headers: { ...request.headers, ...bearer(token()) } };
    };
    await flood(target, tally, signal, read, CALLS);
  },
  'costly-lists': async (target, tally, signal) => {
    const [students, teachers] = [await registerStudents(target), await registerTeachers(target)];
    const list = cycle([
      ...students.map((token) => ({ path: '/api/sessions', headers: bearer(token) })),
      ...teachers.map((token) => ({ path: '/api/sessions/day-overview', headers: bearer(token) })),
    ]);
    await flood(target, tally, signal, () => ({ method: 'GET', ...list() }), CALLS);
  },
  strangers: async (target, tally, signal) => {
    const token = cycle(await registerStudents(target));
    const drive = async () => {
      const connection = openConnection(target.url);
      while (!signal.aborted) {
        const headers = bearer(token());
        const scan = await send(connection, {
          method: 'GET',
          path: `/api/sessions/verify/${target.code}`,
          headers,
        });
        tally(scan.status);
        if (scan.status !== 200) {
          await pause(10);
          continue;
        }
        const { ticket } = JSON.parse(scan.text) as { ticket: string };
        const request = post('/api/attendance', { ticket });
        const mark = await send(connection, { ...request, headers: { ...request.headers, ...headers } });
        tally(mark.status);
      }
      connection.destroy();
    };
    await Promise.all(Array.from({ length: BUSY_CONNECTIONS }, drive));
  },
  'wrong-passwords': (target, tally, signal) =>
    flood(target, tally, signal, () => login(randomBytes(12).toString('hex'))),
  'empty-sign-ins': (target, tally, signal) => flood(target, tally, signal, () => login('')),
  'slow-bodies': (target, tally, signal) =>
    hold(
      target,
      SLOW_BODIES,
      {
        head: 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n{',
        feed: ' ',
      },
      tally,
      signal,
    ),
  calls: (target, tally, signal) =>
    flood(
      target,
      tally,
      signal,
      // Each has its own credential, so that it looks like another client's.
      () => ({
        method: 'GET',
        path: '/api/courses',
        headers: { authorization: `Bearer ${randomBytes(24).toString('base64url')}` },
      }),
      CALLS,
    ),
  'lock-outs': (target, tally, signal) => flood(target, tally, signal, cycle(lockOuts), CALLS),
  telemetry: (target, tally, signal) => flood(target, tally, signal, () => beacon, CALLS),
  emails: (target, tally, signal) => {
    const path = cycle(['/api/auth/forgot-password', '/api/auth/sign-in-link']);
    const ask = () => post(path(), { email: `${randomUUID()}@campus.example` });
    return flood(target, tally, signal, ask, EMAILS);
  },
  spraying: (target, tally, signal) => {
    const account = cycle(Array.from({ length: SPRAYED_ACCOUNTS }, () => `${randomUUID()}@campus.example`));
    const guess = () =>
      post('/api/auth/login', { email: account(), password: randomBytes(12).toString('hex') });
    return flood(target, tally, signal, guess, SPRAYED_GUESSES);
  },
  streams: (target, tally, signal) =>
    hold(
      target,
      STREAMS,
      {
        head: `GET /api/attendance/live?sessionId=${target.sessionId} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nAuthorization: Bearer ${target.token}\r\n\r\n`,
      },
      tally,
      signal,
    ),
} satisfies Record<string, Attack>;
export type AttackName = keyof typeof attacks;
export const attackNames = Object.keys(attacks) as AttackName[];
