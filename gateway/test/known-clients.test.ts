import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@qr-attendance/observability';
import { startGateway, type TestGateway } from './support/gateway.ts';
import { rawRequest } from './support/raw-request.ts';
import { forgedToken, KNOWS_CLIENTS, tokenOf } from './support/tokens.ts';
import { startUpstream } from './support/upstream.ts';

const LONG_WINDOW = { RATE_LIMIT_WINDOW_SECONDS: '3600' };

let gateway: TestGateway;
afterEach(() => gateway.stop());
const begin = async (
  settings: Record<string, string>,
  own: Parameters<typeof startGateway>[1] = {},
): Promise<void> => {
  gateway = await startGateway({ ...KNOWS_CLIENTS, ...LONG_WINDOW, ...settings }, own);
};

const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const answer = await rawRequest(gateway.port, path, { method, headers });
  const [cookie = ''] = answer.headers['set-cookie']?.map((text) => text.split(';')[0] ?? '') ?? [];
  return { status: answer.status, cookie, setCookie: answer.headers['set-cookie'] };
};
const courses = async (headers: Record<string, string> = {}) => (await ask('/api/courses', headers)).status;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const repeat = async (times: number, run: (n: number) => Promise<number>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) statuses.push(await run(n));
  return statuses;
};

describe('a client with a valid token', () => {
  it('has one rate limit of its own, whatever the case of its Authorization scheme', async () => {
    await begin({ RATE_LIMIT_CLIENT: '4' });
    const token = tokenOf();
    const spellings = ['Bearer ', 'bearer ', 'BEARER  ', 'bEaReR   '];
    const statuses = await repeat(8, (n) => courses({ authorization: `${spellings[n % 4]}${token}` }));
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429, 429, 429]);
    expect(await courses(bearer(tokenOf()))).toBe(200);
  });

  it('keeps its rate limit when it gets a new token', async () => {
    await begin({ RATE_LIMIT_CLIENT: '2' });
    const person = randomUUID();
    expect(await courses(bearer(tokenOf(person)))).toBe(200);
    expect(await courses(bearer(tokenOf(person, 120)))).toBe(200);
    expect(await courses(bearer(tokenOf(person, 60)))).toBe(429);
  });

  it('is served while anonymous clients at the same address exceed their limit', async () => {
    await begin({ RATE_LIMIT_ADDRESS: '3' });
    expect(await repeat(5, () => courses())).toEqual([200, 200, 200, 429, 429]);
    expect(await courses(bearer(tokenOf()))).toBe(200);
  });

  it('can still scan, mark and renew when its other requests are limited', async () => {
    await begin({ RATE_LIMIT_CLIENT: '8' });
    const headers = bearer(tokenOf());
    expect((await repeat(9, () => courses(headers))).at(-1)).toBe(429);
    expect((await ask('/api/sessions/verify/CODE2345', headers)).status).toBe(200);
    expect((await ask('/api/attendance', headers, 'POST')).status).toBe(200);
    expect((await ask('/api/attendance', headers, 'POST')).status).toBe(429);
    expect((await ask('/api/auth/refresh', headers, 'POST')).status).toBe(200);
  });

  it.each([
    '/api/attendance/location-check',
    '/api/attendance/passkey-challenge',
    '/api/attendance/presence-check',
    '/api/attendance/Presence-Check/',
    '/api/attendance/selfie-prompt',
  ])('can still send everything that a mark needs when its other requests are limited (%s)', async (path) => {
    await begin({ RATE_LIMIT_CLIENT: '8' });
    const headers = bearer(tokenOf());
    expect((await repeat(9, () => courses(headers))).at(-1)).toBe(429);
    expect(await repeat(3, async () => (await ask(path, headers, 'POST')).status)).toEqual([200, 200, 429]);
  });
});

describe('an account that floods', () => {
  it('is logged once a minute, unlike an account that merely reaches a limit', async () => {
    const lines: { account?: string; limit?: string }[] = [];
    const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]);
    gateway = await startGateway(
      { ...KNOWS_CLIENTS, RATE_LIMIT_CLIENT: '4' },
      {},
      createLogger('gateway', 'warn', { write }),
    );
    const [flooding, busy] = [randomUUID(), randomUUID()];
    await repeat(30, () => courses(bearer(tokenOf(busy))));
    await repeat(210, () => courses(bearer(tokenOf(flooding))));
    expect(lines.filter(({ account }) => account !== undefined)).toEqual([
      expect.objectContaining({ account: flooding, limit: 'client', level: 'warn' }),
    ]);
  });
});

describe('a token or cookie that proves no identity', () => {
  const scan = async (headers: Record<string, string>) =>
    (await ask('/api/sessions/verify/CODE2345', headers)).status;
  /** Four times the number of scans that an account may send in a window. */
  const FLOOD = 8;
  const SMALL = { RATE_LIMIT_CLIENT: '8', RATE_LIMIT_ADDRESS: '4000' };

  it('never uses up the scan limit of the user whose cookie was left behind', async () => {
    await begin(SMALL);
    const person = randomUUID();
    const { cookie } = await ask('/api/auth/me', bearer(tokenOf(person)));
    await repeat(FLOOD, () => scan({ cookie }));
    expect(await repeat(2, () => scan(bearer(tokenOf(person))))).toEqual([200, 200]);
  });

  it('never uses up the scan limit of the user whose token expired', async () => {
    await begin(SMALL);
    const person = randomUUID();
    await repeat(FLOOD, () => scan(bearer(tokenOf(person, -60))));
    expect(await repeat(2, () => scan(bearer(tokenOf(person))))).toEqual([200, 200]);
  });

  it('never uses up the scan limit of the user who revoked the token, even if many requests arrive at once', async () => {
    const person = randomUUID();
    const revoked = tokenOf(person);
    const session = await startUpstream('session', (request, response) => {
      request.resume();
      const isRevoked = request.headers.authorization?.endsWith(revoked);
      if (isRevoked) response.setHeader('www-authenticate', 'Bearer error="invalid_token"');
      response.writeHead(isRevoked ? 401 : 200, { 'content-type': 'application/json' }).end('{}');
    });
    await begin(SMALL, { session });
    const flood = await Promise.all(Array.from({ length: FLOOD }, () => scan(bearer(revoked))));
    expect(flood).toContain(401);
    expect(await repeat(FLOOD, () => scan(bearer(revoked)))).toContain(401);
    expect(await repeat(2, () => scan(bearer(tokenOf(person))))).toEqual([200, 200]);
  });

  it('never uses up a user’s limit on a route where no service checks the token', async () => {
    await begin({ RATE_LIMIT_CLIENT: '2', RATE_LIMIT_ADDRESS: '4000' });
    const person = randomUUID();
    const headers = bearer(tokenOf(person));
    await repeat(4, async () => (await ask('/api/attendance/receipt-keys', headers)).status);
    expect(await repeat(2, () => courses(headers))).toEqual([200, 200]);
  });
});

describe('a forged token', () => {
  it('gets no rate limit of its own, whatever account it names', async () => {
    await begin({ RATE_LIMIT_ADDRESS: '3', RATE_LIMIT_CLIENT: '100' });
    expect(await repeat(5, () => courses(bearer(forgedToken())))).toEqual([200, 200, 200, 429, 429]);
  });

  it('never uses up the limit of the account that it names', async () => {
    await begin({ RATE_LIMIT_CLIENT: '1' });
    const person = randomUUID();
    expect(await repeat(3, () => courses(bearer(forgedToken(person))))).toEqual([200, 200, 200]);
    expect(await courses(bearer(tokenOf(person)))).toBe(200);
  });
});

describe('a browser in which somebody signed in', () => {
  it('receives a cookie that is sent only to the API and is hidden from scripts', async () => {
    await begin({});
    const { setCookie } = await ask('/api/auth/me', bearer(tokenOf()));
    expect(setCookie).toEqual([
      expect.stringMatching(
        /^qr_client=[\w-]+\.\d+\.[\w-]{43}; Path=\/api; Max-Age=7776000; HttpOnly; SameSite=Strict$/,
      ),
    ]);
  });

  it('has a limit of its own without a token, and counts as an unknown client beyond it', async () => {
    await begin({ RATE_LIMIT_ADDRESS: '2', RATE_LIMIT_CLIENT: '3' });
    const person = randomUUID();
    const { cookie } = await ask('/api/auth/me', bearer(tokenOf(person)));
    const withCookie = () => courses({ cookie: `other=1; ${cookie}` });
    expect(await repeat(6, withCookie)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await courses()).toBe(429);
    expect(await repeat(2, () => courses(bearer(tokenOf(person))))).toEqual([200, 200]);
  });

  it.each([
    '/api/auth/refresh/revoke',
    '/api/auth/refresh/revoke-with-provider',
    '/api/auth/sign-out-everywhere',
    '/api/auth/erase-me',
  ])('loses the cookie at sign-out (%s)', async (path) => {
    await begin({});
    const { cookie } = await ask('/api/auth/me', bearer(tokenOf()));
    const { setCookie } = await ask(path, { ...bearer(tokenOf()), cookie }, 'POST');
    expect(setCookie).toEqual(['qr_client=; Path=/api; Max-Age=0; HttpOnly; SameSite=Strict']);
  });

  it('receives no new cookie while it has one, nor for an expired or forged token', async () => {
    await begin({});
    const person = randomUUID();
    const { cookie } = await ask('/api/auth/me', bearer(tokenOf(person)));
    expect((await ask('/api/auth/me', { ...bearer(tokenOf(person)), cookie })).setCookie).toBeUndefined();
    expect((await ask('/api/auth/me', bearer(tokenOf(person, -60)))).setCookie).toBeUndefined();
    expect((await ask('/api/auth/me', bearer(forgedToken(person)))).setCookie).toBeUndefined();
    const other = await ask('/api/auth/me', { ...bearer(tokenOf()), cookie });
    expect(other.setCookie).toHaveLength(1);
  });

  it.each([
    ['forged', (cookie: string) => cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['of another person', (cookie: string) => cookie.replace(/=[^.]+/, `=${randomUUID()}`)],
    ['truncated', (cookie: string) => cookie.slice(0, 60)],
    ['expired', (cookie: string) => cookie.replace(/\.\d+\./, '.1000000000.')],
  ])('is not recognized by a cookie that is %s', async (_what, change) => {
    await begin({ RATE_LIMIT_ADDRESS: '1' });
    const { cookie } = await ask('/api/auth/me', bearer(tokenOf()));
    expect(await repeat(3, () => courses({ cookie: change(cookie) }))).toEqual([200, 429, 429]);
    expect(await courses({ cookie })).toBe(200);
  });
});

describe('a browser with a cookie of a previous secret', () => {
  const next = { CLIENT_COOKIE_SECRET: 'the next secret, that is long enough as well' };
  const earlier = KNOWS_CLIENTS.CLIENT_COOKIE_SECRET;
  const cookieByEarlier = async (person: string): Promise<string> => {
    await begin({});
    const { cookie } = await ask('/api/auth/me', bearer(tokenOf(person)));
    await gateway.stop();
    return cookie;
  };

  it('is recognized while that secret is accepted, and gets a new cookie at the next sign-in', async () => {
    const person = randomUUID();
    const cookie = await cookieByEarlier(person);
    await begin({ RATE_LIMIT_ADDRESS: '1', ...next, CLIENT_COOKIE_SECRETS_ACCEPTED: earlier });
    expect(await repeat(3, () => courses({ cookie }))).toEqual([200, 200, 200]);
    const renewed = await ask('/api/auth/me', { ...bearer(tokenOf(person)), cookie });
    expect(renewed.cookie).not.toBe(cookie);
    const again = await ask('/api/auth/me', { ...bearer(tokenOf(person)), cookie: renewed.cookie });
    expect(again.setCookie).toBeUndefined();
  });

  it('counts as an anonymous client once that secret is retired', async () => {
    const cookie = await cookieByEarlier(randomUUID());
    await begin({ RATE_LIMIT_ADDRESS: '1', ...next });
    expect(await repeat(2, () => courses({ cookie }))).toEqual([200, 429]);
  });
});

describe('anonymous clients at one address', () => {
  it('can scan, renew and sign in while a flood of other requests is limited', async () => {
    await begin({ RATE_LIMIT_ADDRESS: '8' });
    expect((await repeat(9, () => courses())).at(-1)).toBe(429);
    for (const path of ['/api/sessions/scans', '/api/auth/refresh', '/api/auth/login'])
      expect((await ask(path, {}, 'POST')).status).toBe(200);
  });

  it('can renew while scans are flooded, and scan while renewals are flooded', async () => {
    await begin({ RATE_LIMIT_ADDRESS: '8' });
    const scan = async () => (await ask('/api/sessions/scans', {}, 'POST')).status;
    expect(await repeat(3, scan)).toEqual([200, 200, 429]);
    expect((await ask('/api/auth/refresh', {}, 'POST')).status).toBe(200);
  });
});

describe('the limit on wrong passwords', () => {
  const auth = (status: () => number) =>
    startUpstream('auth', (request, response) => {
      request.resume();
      response.writeHead(status(), { 'content-type': 'application/json' }).end('{}');
    });
  const login = async (headers: Record<string, string> = {}) =>
    (await ask('/api/auth/login', headers, 'POST')).status;

  it('does not count sign-ins that were queued, malformed or already limited', async () => {
    const answers = [503, 503, 400, 422, 429, 503, 401, 401, 200];
    let n = 0;
    await begin({ RATE_LIMIT_SIGN_IN: '2' }, { auth: await auth(() => answers[n++] ?? 200) });
    expect(await repeat(10, () => login())).toEqual([503, 503, 400, 422, 429, 503, 401, 401, 429, 429]);
  });

  it('lets known browsers sign in after anonymous browsers tried too many wrong passwords', async () => {
    await begin({ RATE_LIMIT_SIGN_IN: '2', RATE_LIMIT_SIGN_IN_CLIENT: '1' }, { auth: await auth(() => 401) });
    const { cookie } = await ask('/api/courses', bearer(tokenOf()));
    expect(await repeat(3, () => login())).toEqual([401, 401, 429]);
    expect(await repeat(2, () => login({ cookie }))).toEqual([401, 429]);
  });

  it('lets the owner of a cookie sign in after somebody else sent wrong passwords with it', async () => {
    await begin({ RATE_LIMIT_SIGN_IN_CLIENT: '2' }, { auth: await auth(() => 401) });
    const { cookie } = await ask('/api/courses', bearer(tokenOf()));
    expect(await repeat(4, () => login({ cookie }))).toEqual([401, 401, 401, 401]);
  });
});

describe('a gateway without public keys and cookie secret', () => {
  it('limits requests by address and by credential, and sets no cookie', async () => {
    gateway = await startGateway({ RATE_LIMIT_CLIENT: '2', RATE_LIMIT_ADDRESS: '4' });
    const token = tokenOf();
    expect((await ask('/api/auth/me', bearer(token))).setCookie).toBeUndefined();
    expect(await courses({ authorization: `bearer  ${token}` })).toBe(200);
    expect(await courses({ authorization: `BEARER ${token}` })).toBe(429);
    expect(await repeat(3, (n) => courses(bearer(`other-${n}`)))).toEqual([200, 200, 429]);
  });

  it('treats an empty setting as unset', async () => {
    gateway = await startGateway({ ACCESS_TOKEN_PUBLIC_KEYS: '', CLIENT_COOKIE_SECRET: '' });
    expect(await courses(bearer(tokenOf()))).toBe(200);
  });
});
