import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { QUEUE_PLACE_HEADER, signInQueuedSchema } from '@qr-attendance/contracts';
import { freePort } from '@qr-attendance/stack';
import { eventually, readMetrics, startServices, type TestServices } from '@qr-attendance/test-kit';
import { createClient, PASSWORD, type Client } from './support/client.ts';

const LENGTH = 10;
const CROWD = 60;

let services: TestServices;
let client: Client;
let metricsUrl: string;
beforeAll(async () => {
  const port = await freePort();
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  services = await startServices(['auth'], {
    asProcesses: true,
    env: { auth: { SIGN_IN_QUEUE_LENGTH: String(LENGTH), METRICS_PORT: String(port) } },
  });
  client = createClient(services);
});
afterAll(() => services.stop());

/** All accounts share one password hash, which is faster to set up. */
const createAccounts = async (count: number): Promise<string[]> => {
  const { id } = await client.register();
  const emails = Array.from({ length: count }, () => `${randomUUID()}@campus.example`);
  await client.query(
    `INSERT INTO users (id, name, email, email_key, user_type, password_hash)
     SELECT gen_random_uuid(), name, new, new, 'ADMIN', password_hash FROM users, unnest($2::text[]) AS new WHERE id = $1`,
    [id, emails],
  );
  return emails;
};
const countOf = async (outcome: string) =>
  (await readMetrics(metricsUrl)).get(`sign_in_queue_total{outcome="${outcome}"}`) ?? 0;

const signInPatiently = async (email: string) => {
  let place: Record<string, string> = {};
  for (;;) {
    const answer = await client.signIn(email, PASSWORD, place);
    if (answer.status !== 503) return answer;
    const { code, details } = answer.body as unknown as { code: string; details: unknown };
    expect(code).toBe('sign_in_queued');
    const { queuePlace, waitSeconds } = signInQueuedSchema.parse(details);
    expect(answer.headers.get('retry-after')).toBe(String(waitSeconds));
    place = { [QUEUE_PLACE_HEADER]: queuePlace };
    await wait(waitSeconds * 1_000 * (1 + Math.random() / 10));
  }
};

describe('a crowd that signs in at the same time', () => {
  it('is served without affecting signed-in users', async () => {
    const emails = await createAccounts(CROWD);
    const { token, cookies } = await client.register();
    let isOver = false;
    const crowd = Promise.all(
      emails.map(async (email, index) => {
        await wait(index * 4);
        return (await signInPatiently(email)).status;
      }),
    ).finally(() => {
      isOver = true;
    });
    let kept = cookies;
    while (!isOver) {
      expect((await client.send('GET', '/api/auth/me', { token })).status).toBe(200);
      const renewed = await client.refresh(kept);
      expect(renewed.status).toBe(200);
      kept = renewed.cookies;
    }
    expect(new Set(await crowd)).toEqual(new Set([200]));
    expect(await countOf('queued')).toBeGreaterThan(0);
  });
});

describe('sign-ins whose clients left', () => {
  it('are dropped before their passwords are hashed, and delay nobody', async () => {
    const [owner = '', ...emails] = await createAccounts(31);
    const [hashed, left] = [await countOf('hashed'), await countOf('left')];
    const leaving = new AbortController();
    const asked = emails.map((email) =>
      fetch(`${services.urls.auth}/api/auth/login`, {
        method: 'POST',
        signal: leaving.signal,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: PASSWORD }),
      }).then(
        ({ status }) => status,
        () => undefined,
      ),
    );
    await Promise.race(asked);
    leaving.abort();
    await Promise.all(asked);
    await eventually(async () => expect(await countOf('left')).toBeGreaterThan(left));
    expect((await signInPatiently(owner)).status).toBe(200);
    expect((await countOf('hashed')) - hashed).toBeLessThan(LENGTH);
  });

  it('do not count as wrong passwords', async () => {
    const [email = ''] = await createAccounts(1);
    const guessAndLeave = async () => {
      const leaving = new AbortController();
      const asked = fetch(`${services.urls.auth}/api/auth/login`, {
        method: 'POST',
        signal: leaving.signal,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'a wrong one' }),
      }).catch(() => undefined);
      const others = Array.from({ length: 6 }, () => client.signIn(`${randomUUID()}@campus.example`));
      await wait(20);
      leaving.abort();
      await Promise.all([asked, ...others]);
    };
    for (const _round of [1, 2, 3]) await guessAndLeave();
    const rows = await client.query<{ points: number }>(
      `SELECT points FROM attempts WHERE key LIKE 'gate:%' AND expire > extract(epoch FROM now()) * 1000`,
    );
    expect(rows).toEqual([]);
    expect((await signInPatiently(email)).status).toBe(200);
  });
});

describe('a place in the queue', () => {
  /** Fills the queue, so that the next client is deferred with a queue place. */
  const placeOf = async (email: string): Promise<string> => {
    const crowd = (await createAccounts(40)).map((each) => signInPatiently(each));
    const answer = await eventually(async () => {
      const sent = await client.signIn(email);
      expect(sent.status).toBe(503);
      return sent;
    });
    await Promise.all(crowd);
    return signInQueuedSchema.parse((answer.body as unknown as { details: unknown }).details).queuePlace;
  };

  it.each([
    ['forged', 'WyJhIiwxXQ.AAAA'],
    ['not a queue place', 'x'.repeat(5_000)],
    ['unsigned', 'WyJhIiwxXQ'],
  ])('is ignored if it is %s', async (_what, place) => {
    const [email = ''] = await createAccounts(1);
    const { status } = await client.signIn(email, PASSWORD, { [QUEUE_PLACE_HEADER]: place });
    expect(status).toBe(200);
  });

  it('reveals nothing about the account', async () => {
    const [email = ''] = await createAccounts(1);
    const place = await placeOf(email);
    expect(Buffer.from(place.split('.')[0] ?? '', 'base64url').toString()).not.toContain(email);
  });
});

describe('sign-ins without a checked password', () => {
  it('do not count as wrong passwords', async () => {
    const [email = ''] = await createAccounts(1);
    for (const password of ['', null, 7, 'x'.repeat(129)])
      for (let index = 0; index < 10; index += 1) {
        const { status } = await client.send('POST', '/api/auth/login', { body: { email, password } });
        expect(status).toBe(400);
      }
    expect((await client.signIn(email)).status).toBe(200);
  });
});
