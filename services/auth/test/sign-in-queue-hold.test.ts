import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { signInQueuedSchema } from '@qr-attendance/contracts';
import { createMetrics } from '@qr-attendance/observability';
import type { DomainError } from '@qr-attendance/server';
import { createSignInQueue } from '../src/core/sign-in-queue/sign-in-queue.ts';

// With cheap hashes, nobody would have to wait.
process.env['REAL_PASSWORD_HASHES'] = 'true';

const PEOPLE = 12;
const HOLD_MS = 60;

const nobodyLeft = () => new AbortController().signal;

it('no request waits until the gateway’s timeout, and deferred clients keep their place', async () => {
  const queue = createSignInQueue({
    key: createSecretKey(randomBytes(32)),
    length: 100,
    concurrency: 1,
    metrics: createMetrics('test'),
    maxHoldMs: HOLD_MS,
  });
  const hash = (account: string, queuePlace?: string) =>
    queue.hash(account, { queuePlace, signal: nobodyLeft() }, 'a password');
  const results = await Promise.allSettled(
    Array.from({ length: PEOPLE }, (_each, index) => hash(`person ${index}`)),
  );
  const sentAway = results.flatMap((one, index) => (one.status === 'rejected' ? [{ one, index }] : []));
  expect(sentAway.length).toBeGreaterThan(0);
  expect(sentAway.length).toBeLessThan(PEOPLE);
  for (const { one, index } of sentAway) {
    const error = one.reason as DomainError;
    expect(error.code).toBe('sign_in_queued');
    const { queuePlace } = signInQueuedSchema.parse(error.details);
    expect(await hash(`person ${index}`, queuePlace)).toMatch(/^\$argon2id\$/);
  }
});
