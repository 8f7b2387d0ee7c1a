import { randomBytes, randomUUID } from 'node:crypto';
import { bearer, post, type PreparedRequest } from '../load/send.ts';
import { accountAttacks } from './account-attacks.ts';
import { type Attack, MAX_CALLS, cycleThrough, flood, holdConnections } from './flood.ts';
import { providerAttacks } from './provider-attacks.ts';

const SLOW_BODIES = 2_050;
const STREAMS = 2_000;

const login = (password: string): PreparedRequest =>
  post('/api/auth/login', { email: `${randomUUID()}@campus.example`, password });

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

/** Guesses are spread over this many accounts, so that no account is locked. */
const SPRAYED_ACCOUNTS = 120;
const SPRAYED_GUESSES = 2_400;
const EMAILS = 12_000;

const generalAttacks = {
  ...accountAttacks,
  'wrong-passwords': (target, tally, signal) =>
    flood(target, tally, signal, () => login(randomBytes(12).toString('hex'))),
  'empty-sign-ins': (target, tally, signal) => flood(target, tally, signal, () => login('')),
  'slow-bodies': (target, tally, signal) =>
    holdConnections(
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
      // Each request has a different credential, as if each came from a different client.
      () => ({
        method: 'GET',
        path: '/api/courses',
        headers: bearer(randomBytes(24).toString('base64url')),
      }),
      MAX_CALLS,
    ),
  'lock-outs': (target, tally, signal) => flood(target, tally, signal, cycleThrough(lockOuts), MAX_CALLS),
  telemetry: (target, tally, signal) => flood(target, tally, signal, () => beacon, MAX_CALLS),
  emails: (target, tally, signal) => {
    const path = cycleThrough(['/api/auth/forgot-password', '/api/auth/sign-in-link']);
    const ask = () => post(path(), { email: `${randomUUID()}@campus.example` });
    return flood(target, tally, signal, ask, EMAILS);
  },
  spraying: (target, tally, signal) => {
    const account = cycleThrough(
      Array.from({ length: SPRAYED_ACCOUNTS }, () => `${randomUUID()}@campus.example`),
    );
    const guess = () =>
      post('/api/auth/login', { email: account(), password: randomBytes(12).toString('hex') });
    return flood(target, tally, signal, guess, SPRAYED_GUESSES);
  },
  streams: (target, tally, signal) =>
    holdConnections(
      target,
      STREAMS,
      {
        head: `GET /api/attendance/live?sessionId=${target.sessionId} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nAuthorization: Bearer ${target.token}\r\n\r\n`,
      },
      tally,
      signal,
    ),
} satisfies Record<string, Attack>;
export const attacks = { ...generalAttacks, ...providerAttacks };
export type AttackName = keyof typeof attacks;
export const attackNames = Object.keys(generalAttacks) as AttackName[];
export const providerAttackNames = Object.keys(providerAttacks) as AttackName[];
