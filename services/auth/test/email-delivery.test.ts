import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AppliedRecord } from '@qr-attendance/contracts';
import { eventually, startServices, type TestServices } from '@qr-attendance/test-kit';
import { createClient, PASSWORD, type Client } from './support/client.ts';
import { readMails } from './support/emails.ts';

const CEILING = 8;

let services: TestServices;
let client: Client;
beforeAll(async () => {
  services = await startServices(['auth'], { env: { auth: { MAIL_LINKS_PER_ADDRESS: String(CEILING) } } });
  client = createClient(services);
});
afterAll(() => services.stop());

let lastAddress = 0;
const newAddress = (): Record<string, string> => {
  lastAddress += 1;
  return { 'x-forwarded-for': `203.0.113.${lastAddress}` };
};
const ask = (email: string, headers: Record<string, string>, path = 'sign-in-link') =>
  client.send('POST', `/api/auth/${path}`, { body: { email }, headers });
const askForMadeUp = (times: number, from: Record<string, string>) =>
  Promise.all(Array.from({ length: times }, () => ask(`${randomUUID()}@nobody.example`, from)));
const person = async () => {
  const registered = await client.register({});
  await client.countAsVerified(registered.email);
  return registered;
};
const arrives = (email: string, count = 1) =>
  eventually(async () => expect((await readMails(services.mailDir, email)).length).toBe(count));
const fill = async (from: Record<string, string>) => {
  for (let index = 0; index < CEILING; index += 1) {
    const { email } = await person();
    expect((await ask(email, from)).status).toBe(204);
    await arrives(email);
  }
};

describe('links requested for unknown addresses', () => {
  it('get the same response, are not queued, and use up no limit', async () => {
    const from = newAddress();
    const { email } = await person();
    for (const { status } of await askForMadeUp(5 * CEILING, from)) expect(status).toBe(204);
    expect(await client.query('SELECT id FROM mails WHERE email_key IS NOT NULL')).toEqual([]);
    expect((await ask(email, from)).status).toBe(204);
    await arrives(email);
  });
});

describe('after other people at an IP address requested too many links', () => {
  it("the owner's browser can still request a link there", async () => {
    const from = newAddress();
    const owner = await person();
    await fill(from);
    expect(await ask(owner.email, from)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    const cookie = owner.cookies['qr_browser'] ?? '';
    expect((await ask(owner.email, { ...from, cookie })).status).toBe(204);
    await arrives(owner.email);
  });

  it('a teacher who is locked out by guesses can still request a link there in a new browser', async () => {
    const from = newAddress();
    const { email } = await person();
    await fill(from);
    for (let guess = 0; guess < 5; guess += 1) await client.signIn(email, `guess ${guess}`, from);
    expect((await client.signIn(email, PASSWORD, from)).status).toBe(429);
    expect((await ask(email, from)).status).toBe(204);
    await arrives(email);
  });
});

it('many emails from one sender do not delay those from others', async () => {
  const { id } = await person();
  const other = await person();
  await client.query(
    `INSERT INTO mails (id, kind, user_id, sender, details, due_at)
     SELECT gen_random_uuid(), 'password_changed', $1, 'many', '{}', now() - interval '1 minute' FROM generate_series(1, 300)`,
    [id],
  );
  await ask(other.email, newAddress());
  await arrives(other.email);
  const left = await client.query("SELECT id FROM mails WHERE sender = 'many'");
  expect(left.length).toBeGreaterThan(0);
});

it('people who get no registration link because of a limit are counted, and earlier links stay valid', async () => {
  const internal = { token: services.internalToken };
  const people = Array.from({ length: CEILING + 4 }, () => {
    const key = randomUUID();
    return { institutionId: key, name: 'Rosa Parks', email: `${key}@campus.example`, role: 'student' };
  });
  const { body: recorded } = await client.send<AppliedRecord[]>('PUT', '/internal/people', {
    ...internal,
    body: { run: randomUUID(), people },
  });
  const ids = recorded.map(({ id }) => id);
  const invite = async (some: typeof ids, by: string) => {
    const body = { ids: some, by };
    return client.send<string[]>('POST', '/internal/people/invite', { ...internal, body });
  };
  const [by, other] = [randomUUID(), randomUUID()];
  const results = [...Array(CEILING).fill('queued'), ...Array(4).fill('limited')];
  expect(await invite(ids, by)).toMatchObject({ status: 200, body: results });
  const late = ids.slice(CEILING);
  for (let again = 0; again < 4; again += 1)
    expect(await invite(late, by)).toMatchObject({ status: 200, body: Array(4).fill('limited') });
  expect((await invite(late, other)).body).toEqual(Array(4).fill('queued'));
});
