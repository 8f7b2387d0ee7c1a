import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, startServices, type TestServices } from '@qr-attendance/test-kit';
import { createClient, PASSWORD, type Client } from './support/client.ts';

const FREE = 5;
const FREE_OF_ACCOUNT = 20;

let services: TestServices;
let client: Client;
beforeAll(async () => {
  // How many concurrent attempts are judged depends on the time of real password hashes.
  services = await startServices(['auth'], { asProcesses: true });
  client = createClient(services);
});
afterAll(() => services.stop());

let lastAddress = 0;
const newAddress = (): Record<string, string> => {
  lastAddress += 1;
  return { 'x-forwarded-for': `203.0.113.${lastAddress}` };
};
const guess = (email: string, from: Record<string, string>) => client.signIn(email, 'not the password', from);
const guessTimes = async (times: number, email: string, from: () => Record<string, string>) => {
  const statuses = [];
  for (let index = 0; index < times; index += 1) statuses.push((await guess(email, from())).status);
  return statuses;
};
const letPausesPass = () => client.query(`UPDATE attempts SET expire = 0 WHERE key LIKE 'gate:%'`);

describe('wrong passwords from one address', () => {
  it.each([
    ['an account', async () => (await client.register()).email],
    ['an unregistered address', async () => `${randomUUID()}@campus.example`],
  ])('are delayed by growing pauses, for %s', async (_what, find) => {
    const email = await find();
    const stranger = newAddress();
    expect(await guessTimes(FREE, email, () => stranger)).toEqual(Array(FREE).fill(401));
    const waits = [];
    for (const _round of [1, 2, 3, 4, 5, 6]) {
      const { status, body, headers } = await guess(email, stranger);
      expect({ status, body }).toMatchObject({
        status: 429,
        body: {
          code: 'sign_in_locked',
          error: expect.stringMatching(/^Too many wrong passwords\. Try again in .*minute/),
        },
      });
      waits.push(Math.round(Number(headers.get('retry-after')) / 60));
      await letPausesPass();
      expect((await guess(email, stranger)).status).toBe(401);
    }
    expect(waits).toEqual([1, 2, 4, 8, 15, 15]);
  });

  it('cannot be tried faster by concurrent attempts', async () => {
    const { email } = await client.register();
    const stranger = newAddress();
    const answers = await Promise.all(Array.from({ length: 30 }, () => guess(email, stranger)));
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(FREE);
  });

  it('do not delay the owner at other addresses, or other accounts at this one', async () => {
    const [victim, other] = [await client.register(), await client.register()];
    const stranger = newAddress();
    await guessTimes(FREE, victim.email, () => stranger);
    expect((await client.signIn(victim.email, PASSWORD, stranger)).status).toBe(429);
    expect((await client.signIn(victim.email, PASSWORD, newAddress())).status).toBe(200);
    expect((await client.signIn(other.email, PASSWORD, stranger)).status).toBe(200);
  });

  it('are reset by the correct password', async () => {
    const { email } = await client.register();
    const home = newAddress();
    for (const _round of [1, 2, 3]) {
      await guessTimes(FREE - 1, email, () => home);
      expect((await client.signIn(email, PASSWORD, home)).status).toBe(200);
    }
  });
});

describe('wrong passwords from many addresses', () => {
  it('delay unknown browsers, but not one in which the owner signed in recently', async () => {
    const home = newAddress();
    const { email } = await client.register();
    const { cookies } = await client.signIn(email, PASSWORD, home);
    const statuses = await guessTimes(FREE_OF_ACCOUNT, email, newAddress);
    expect(statuses).toEqual(Array(FREE_OF_ACCOUNT).fill(401));
    expect(await client.signIn(email, PASSWORD, newAddress())).toMatchObject({ status: 429 });

    expect((await client.signIn(email, PASSWORD, home)).status).toBe(200);
    const elsewhere = { ...newAddress(), cookie: cookies['qr_browser'] ?? '' };
    expect((await client.signIn(email, PASSWORD, elsewhere)).status).toBe(200);
  });

  it('do not delay the owner’s browser at the attacker’s address', async () => {
    const campus = newAddress();
    const { email } = await client.register();
    const { cookies } = await client.signIn(email, PASSWORD, campus);
    await guessTimes(FREE, email, () => campus);
    expect((await client.signIn(email, PASSWORD, campus)).status).toBe(429);
    const browser = { ...campus, cookie: cookies['qr_browser'] ?? '' };
    expect((await client.signIn(email, PASSWORD, browser)).status).toBe(200);
  });

  it('are delayed even with the cookie of another person', async () => {
    const [victim, stranger] = [await client.register(), await client.register()];
    const from = { ...newAddress(), cookie: stranger.cookies['qr_browser'] ?? '' };
    await guessTimes(FREE, victim.email, () => from);
    expect((await client.signIn(victim.email, PASSWORD, from)).status).toBe(429);
  });
});

const FREE_ACCOUNTS = 30;
const FREE_OF_BROWSER = 10;
const CAMPUS_PEOPLE = 30;
const LOCKED = { status: 429, body: { code: 'sign_in_locked' } };
const spray = async (accounts: number, from: Record<string, string>) => {
  const tries = Array.from({ length: accounts }, () => guess(`${randomUUID()}@campus.example`, from));
  return (await Promise.all(tries)).filter(({ status }) => status === 401).length;
};

describe('one password tried for many accounts', () => {
  it('is checked for only a few of them, even if they are tried concurrently', async () => {
    const from = newAddress();
    const judged = await spray(120, from);
    expect(judged).toBeGreaterThanOrEqual(FREE_ACCOUNTS);
    // Attempts that were in progress when the last free one failed are judged, too.
    expect(judged).toBeLessThan(FREE_ACCOUNTS + 20);
    const victim = await client.register();
    expect(await client.signIn(victim.email, PASSWORD, from)).toMatchObject(LOCKED);
    // The account is neither locked elsewhere nor in the owner's browser.
    expect((await client.signIn(victim.email, PASSWORD, newAddress())).status).toBe(200);
    const cookie = victim.cookies['qr_browser'] ?? '';
    expect((await client.signIn(victim.email, PASSWORD, { ...from, cookie })).status).toBe(200);
  });

  it('is counted per IPv6 network', async () => {
    const at = (end: string) => ({ 'x-forwarded-for': `2001:db8:1:2::${end}` });
    await Promise.all([spray(FREE_ACCOUNTS / 2, at('1')), spray(FREE_ACCOUNTS / 2, at('ffff:2'))]);
    const { email } = await client.register();
    expect(await client.signIn(email, PASSWORD, at('beef'))).toMatchObject(LOCKED);
    const other = { 'x-forwarded-for': '2001:db8:1:3::1' };
    expect((await client.signIn(email, PASSWORD, other)).status).toBe(200);
  });

  it('is counted per browser, whatever its address', async () => {
    const cookie = (await client.register()).cookies['qr_browser'] ?? '';
    for (let tries = 0; tries < FREE_OF_BROWSER; tries += 1)
      expect(await spray(1, { ...newAddress(), cookie })).toBe(1);
    const { email } = await client.register();
    expect(await client.signIn(email, PASSWORD, { ...newAddress(), cookie })).toMatchObject(LOCKED);
  });

  it('does not affect people who mistype and then sign in', async () => {
    const from = newAddress();
    for (let person = 0; person < FREE_ACCOUNTS + 1; person += 1) {
      const { email } = await client.register();
      expect((await guess(email, from)).status).toBe(401);
      expect((await client.signIn(email, PASSWORD, from)).status).toBe(200);
    }
  });
});

it('the browser cookie is sent only to the auth service and hidden from scripts', async () => {
  const { headers } = await client.register();
  const cookie = headers.getSetCookie().find((each) => each.startsWith('qr_browser='));
  expect(cookie).toMatch(/Path=\/api\/auth;/);
  expect(cookie).toMatch(/HttpOnly/);
  expect(cookie).toMatch(/SameSite=Strict/);
});

it('counters contain neither an address nor an account', async () => {
  const { email } = await client.register();
  await guess(email, { 'x-forwarded-for': '198.51.100.77' });
  const rows = await client.query(
    'SELECT key FROM attempts UNION SELECT place FROM trusted_places UNION SELECT client || account FROM wrong_accounts',
  );
  expect(JSON.stringify(rows)).not.toContain('198.51.100.77');
  expect(JSON.stringify(rows)).not.toContain(email);
});

// Must be the last test, because the queue waits for deferred clients.
it('one password tried for many accounts of a campus delays unknown browsers there, but locks no one out', async () => {
  const campus = newAddress();
  const people = await Promise.all(Array.from({ length: CAMPUS_PEOPLE }, () => client.register()));
  await Promise.all(people.map(({ email }) => client.signIn(email, PASSWORD, campus)));
  expect(await spray(120, campus)).toBeLessThan(FREE_ACCOUNTS + 20);
  expect(await spray(20, campus)).toBe(0);
  const { email } = await client.register();
  const away = await client.signIn(email, PASSWORD, campus);
  expect(away).toMatchObject({ status: 503, body: { code: 'sign_in_slowed' } });
  const { queuePlace } = (away.body as unknown as { details: { queuePlace: string } }).details;
  await eventually(async () => {
    expect((await client.signIn(email, PASSWORD, { ...campus, 'x-queue-place': queuePlace })).status).toBe(
      200,
    );
  });
});
