import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@qr-attendance/observability';
import { createPool } from '@qr-attendance/server';
import { eventually, startServices, type TestServices } from '@qr-attendance/test-kit';
import pg from 'pg';
import { connectDatabase } from '../src/db/database.ts';
import { createRefreshTokens } from '../src/core/tokens/refresh-tokens.ts';
import { createClient, PASSWORD, REFRESH, type Client } from './support/client.ts';

let services: TestServices;
let client: Client;
beforeAll(async () => {
  services = await startServices(['auth']);
  client = createClient(services);
});
afterAll(() => services.stop());

const letPass = (userId: string, seconds: number) =>
  client.query(
    `UPDATE refresh_tokens SET rotated_at = rotated_at - make_interval(secs => $2) WHERE user_id = $1`,
    [userId, seconds],
  );
const tokensLeft = async (userId: string) =>
  (await client.query('SELECT hash FROM refresh_tokens WHERE user_id = $1', [userId])).length;

describe('a refresh token', () => {
  it('is exchanged for another valid one', async () => {
    const { cookies } = await client.register();
    const first = await client.refresh(cookies);
    expect(first.status).toBe(200);
    expect(first.cookies['qr_refresh']).not.toBe(cookies['qr_refresh']);
    expect((await client.refresh(first.cookies)).status).toBe(200);
  });

  it('is exchanged for the same new token in two tabs at once', async () => {
    const { cookies, id } = await client.register();
    const both = await Promise.all([client.refresh(cookies), client.refresh(cookies)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0]?.cookies['qr_refresh']).toBe(both[1]?.cookies['qr_refresh']);
    await letPass(id, 900);
    expect((await client.refresh(both[1]?.cookies ?? {})).status).toBe(200);
  });

  it.each([1, 14, 59])(
    'is exchanged for the same new token again after %i s if the response was lost',
    async (seconds) => {
      const { cookies, id } = await client.register();
      const lost = await client.refresh(cookies);
      await letPass(id, seconds);
      const again = await client.refresh(cookies);
      expect(again.status).toBe(200);
      expect(again.cookies).toEqual(lost.cookies);
      const { status } = await client.send('GET', '/api/auth/me', { token: again.body.token });
      expect(status).toBe(200);
      await letPass(id, 900);
      expect((await client.refresh(again.cookies)).status).toBe(200);
    },
  );

  it('revokes its family if it is reused after a few minutes', async () => {
    const { cookies, id } = await client.register();
    const next = await client.refresh(cookies);
    await letPass(id, 180);
    expect((await client.refresh(cookies)).status).toBe(401);
    expect((await client.refresh(next.cookies)).status).toBe(401);
    expect(await tokensLeft(id)).toBe(0);
  });

  it('revokes its family if it is reused after its successor was renewed, however soon', async () => {
    const { cookies } = await client.register();
    const next = await client.refresh(cookies);
    const third = await client.refresh(next.cookies);
    expect((await client.refresh(cookies)).status).toBe(401);
    expect((await client.refresh(third.cookies)).status).toBe(401);
  });

  it.each([
    ['the current user', 'GET', '/api/auth/me'],
    ['a rejected change', 'POST', '/api/auth/set-pin'],
  ])(
    'revokes its family if it is reused after its successor’s access token requested %s',
    async (_what, method, path) => {
      const { cookies } = await client.register();
      const next = await client.refresh(cookies);
      await client.send(method, path, { token: next.body.token });
      expect((await client.refresh(cookies)).status).toBe(401);
      expect((await client.refresh(next.cookies)).status).toBe(401);
    },
  );

  it('stays valid when the access token issued with it is used', async () => {
    const { cookies, token } = await client.register();
    await client.send('GET', '/api/auth/me', { token });
    expect((await client.refresh(cookies)).status).toBe(200);
    expect((await client.refresh(cookies)).status).toBe(200);
  });

  it('invalidates only the access tokens of its family when it is reused', async () => {
    const { cookies, token, id, email } = await client.register();
    const me = (of: string) => client.send('GET', '/api/auth/me', { token: of });
    const other = await client.signIn(email);
    const next = await client.refresh(cookies);
    await letPass(id, 180);
    expect((await me(next.body.token)).status).toBe(200);
    expect((await client.refresh(cookies)).status).toBe(401);
    for (const stolen of [token, next.body.token]) expect((await me(stolen)).status).toBe(401);
    const renewed = await client.refresh(other.cookies);
    expect(renewed.status).toBe(200);
    expect((await me(renewed.body.token)).status).toBe(200);
  });

  it('can be revoked in one browser without affecting others', async () => {
    const { cookies, id, email } = await client.register();
    const other = await client.signIn(email);
    await client.refresh(cookies);
    await letPass(id, 180);
    await client.refresh(cookies);
    expect((await client.refresh(other.cookies)).status).toBe(200);
  });

  it('expires', async () => {
    const { cookies, id } = await client.register();
    await client.query('UPDATE refresh_tokens SET expires_at = now() WHERE user_id = $1', [id]);
    expect((await client.refresh(cookies)).status).toBe(401);
  });
});

describe('a refresh token copied without the browser’s secret', () => {
  const elsewhere = async () => ({
    qr_refresh_browser: (await client.register()).cookies['qr_refresh_browser'] ?? '',
  });

  it.each([
    ['with no secret', async () => ({})],
    ['with the secret of another browser', elsewhere],
  ])('is rejected %s, before its owner renews it, and its family is revoked', async (_how, find) => {
    const { cookies, id } = await client.register();
    const stolen = { qr_refresh: cookies['qr_refresh'] ?? '', ...(await find()) };
    expect((await client.refresh(stolen)).status).toBe(401);
    expect((await client.refresh(cookies)).status).toBe(401);
    expect(await tokensLeft(id)).toBe(0);
  });

  it('is rejected while its owner may still retry, and its family is revoked', async () => {
    const { cookies } = await client.register();
    const next = await client.refresh(cookies);
    expect((await client.refresh({ qr_refresh: cookies['qr_refresh'] ?? '' })).status).toBe(401);
    expect((await client.refresh(next.cookies)).status).toBe(401);
  });

  it('does not affect the owner’s other sign-ins', async () => {
    const { cookies, email } = await client.register();
    const other = await client.signIn(email);
    expect((await client.refresh({ qr_refresh: cookies['qr_refresh'] ?? '' })).status).toBe(401);
    expect((await client.refresh(other.cookies)).status).toBe(200);
  });
});

describe('a refresh token copied with all cookies of the browser', () => {
  it('is revoked with its family if the owner renews it after the thief has used its successor', async () => {
    const { cookies, id } = await client.register();
    const thief = await client.refresh(cookies);
    await client.send('GET', '/api/auth/me', { token: thief.body.token });
    expect((await client.refresh(cookies)).status).toBe(401);
    expect((await client.refresh(thief.cookies)).status).toBe(401);
    expect(await tokensLeft(id)).toBe(0);
  });

  it('is revoked with its family if the thief renews it after the owner has used its successor', async () => {
    const { cookies, id } = await client.register();
    const owner = await client.refresh(cookies);
    await client.send('GET', '/api/auth/me', { token: owner.body.token });
    await letPass(id, 5);
    expect((await client.refresh(cookies)).status).toBe(401);
    expect((await client.refresh(owner.cookies)).status).toBe(401);
  });

  it('is revoked with its family if the owner renews its successor after the thief has renewed twice', async () => {
    const { cookies, id } = await client.register();
    const owner = await client.refresh(cookies);
    const thief = await client.refresh(cookies);
    expect(thief.cookies).toEqual(owner.cookies);
    const ahead = await client.refresh(thief.cookies);
    await letPass(id, 900);
    expect((await client.refresh(owner.cookies)).status).toBe(401);
    expect((await client.refresh(ahead.cookies)).status).toBe(401);
  });
});

describe('the maximum lifetime of a sign-in', () => {
  const letLastFor = (userId: string, interval: string) =>
    client.query('UPDATE refresh_tokens SET signed_in_at = now() - $2::interval WHERE user_id = $1', [
      userId,
      interval,
    ]);
  const endOf = (token: string) => {
    const [, payload = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, number>;
    return { exp: claims['exp'] ?? 0, signInEnds: claims['signInEnds'] ?? 0 };
  };

  it.each(['7 days', '120 days'])('ends a sign-in of %s, however often it was renewed', async (maximum) => {
    const isStaff = maximum === '7 days';
    const { id, cookies } = await (isStaff ? client.registerTeacher() : client.registerStudent());
    await letLastFor(id, `${maximum} -1 minute`);
    const renewed = await client.refresh(cookies);
    expect(renewed.status).toBe(200);
    await letLastFor(id, maximum);
    expect(await client.refresh(renewed.cookies)).toMatchObject({
      status: 401,
      body: { code: 'signed_out' },
    });
  });

  it('is stated in access tokens, which do not outlive it', async () => {
    const { id, cookies } = await client.registerTeacher();
    const first = await client.refresh(cookies);
    const { exp, signInEnds } = endOf(first.body.token);
    expect(signInEnds - exp).toBeGreaterThan(6 * 86_400);
    await letLastFor(id, '7 days -2 minutes');
    const last = endOf((await client.refresh(first.cookies)).body.token);
    expect(last.exp).toBe(last.signInEnds);
  });

  it('starts again for a person who has just proved who they are', async () => {
    const { id, cookies: first } = await client.registerTeacher();
    await letLastFor(id, '7 days -2 minutes');
    await client.query('UPDATE refresh_tokens SET proved_at = NULL WHERE user_id = $1', [id]);
    const { body, cookies } = await client.refresh(first);
    const { token } = body;
    const extend = (as: string) => client.send('POST', '/api/auth/extend-sign-in', { token: as });
    expect(await extend(token)).toMatchObject({ status: 403, body: { code: 'fresh_proof_required' } });
    const { body: proof } = await client.confirmPassword(token);
    expect(endOf(proof.token).signInEnds).toBe(endOf(token).signInEnds);
    expect((await extend(proof.token)).status).toBe(204);
    const renewed = await client.refresh(cookies);
    expect(endOf(renewed.body.token).signInEnds).toBeGreaterThan(endOf(token).signInEnds + 6 * 86_400);
  });
});

describe('signing out everywhere', () => {
  it('ends the refresh tokens of every browser, and requires a sign-in', async () => {
    const { cookies, token, email } = await client.register();
    const other = await client.signIn(email);
    expect(await client.send('POST', '/api/auth/sign-out-everywhere')).toMatchObject({ status: 401 });
    expect(await client.send('POST', '/api/auth/sign-out-everywhere', { token })).toMatchObject({
      status: 204,
    });
    for (const each of [cookies, other.cookies]) expect((await client.refresh(each)).status).toBe(401);
    expect((await client.signIn(email)).status).toBe(200);
  });

  it('rejects previous access tokens within seconds, but not those of a new sign-in', async () => {
    const { token, email } = await client.register();
    const me = async (as: string) => (await client.send('GET', '/api/auth/me', { token: as })).status;
    expect((await client.send('POST', '/api/auth/sign-out-everywhere', { token })).status).toBe(204);
    const again = await client.signIn(email);
    await eventually(async () => expect(await me(token)).toBe(401));
    expect(await me(again.body.token)).toBe(200);
  });

  it('invalidates a concurrent exchange', async () => {
    const { cookies, token } = await client.register();
    const [, exchanged] = await Promise.all([
      client.send('POST', '/api/auth/sign-out-everywhere', { token }),
      client.refresh(cookies),
    ]);
    const after = exchanged.status === 200 ? await client.refresh(exchanged.cookies) : exchanged;
    expect(after.status).toBe(401);
  });
});

describe('signing out', () => {
  it.each([
    ['began before', 'SELECT FROM users WHERE id = $1 FOR UPDATE', ['exchange', 'sign out'], 200],
    [
      'begins after',
      'SELECT FROM refresh_tokens WHERE user_id = $1 FOR UPDATE',
      ['sign out', 'exchange'],
      401,
    ],
  ])('invalidates a concurrent exchange that %s', async (_when, lock, order, status) => {
    const { cookies, id } = await client.register();
    const headers = { ...REFRESH, cookie: Object.values(cookies).join('; ') };
    const requests = {
      exchange: () => client.refresh(cookies),
      'sign out': () => client.send('POST', '/api/auth/refresh/revoke', { headers }),
    };
    const answers: Record<string, ReturnType<Client['send']>> = {};
    const holding = new pg.Client({ connectionString: services.databases.auth });
    await holding.connect();
    try {
      await holding.query('BEGIN');
      await holding.query(lock, [id]);
      for (const [before, name] of order.entries()) {
        answers[name] = requests[name as keyof typeof requests]();
        await eventually(async () =>
          expect(
            await client.query(
              `SELECT pid FROM pg_stat_activity
                WHERE wait_event_type = 'Lock' AND datname = current_database()`,
            ),
          ).toHaveLength(before + 1),
        );
      }
      await holding.query('COMMIT');
    } finally {
      await holding.end();
    }
    expect(await answers['sign out']).toMatchObject({ status: 204 });
    const exchanged = await answers['exchange'];
    expect(exchanged?.status).toBe(status);
    expect((await client.refresh({ ...cookies, ...exchanged?.cookies })).status).toBe(401);
    expect(await tokensLeft(id)).toBe(0);
  });
});

it('the cookie is sent only to the refresh path, and is rejected without the header of our pages', async () => {
  const { cookies, headers } = await client.register();
  const cookie = headers.getSetCookie().find((each) => each.startsWith('qr_refresh='));
  expect(cookie).toMatch(/Path=\/api\/auth\/refresh;/);
  expect(cookie).toMatch(/HttpOnly/);
  expect(cookie).toMatch(/SameSite=Strict/);
  const refused = await client.send('POST', '/api/auth/refresh', {
    headers: { cookie: cookies['qr_refresh'] ?? '' },
  });
  expect(refused).toMatchObject({ status: 403 });
});

describe('the version of access tokens', () => {
  const DAY_MS = 86_400_000;
  /** A token of a sign-in that began before the person signed out everywhere. */
  const tokenOf = (userId: string) => ({
    hash: randomUUID(),
    browser: 'any',
    family: randomUUID(),
    userId,
    signOuts: 0,
    provedAt: null,
    signedInAt: new Date(),
    expiresAt: new Date(Date.now() + DAY_MS),
  });
  const openStore = () => {
    const log = createLogger('test', 'silent');
    const database = connectDatabase(createPool(services.databases.auth, log, { name: 'test' }));
    return {
      tokens: createRefreshTokens(database, { staff: 7, students: 120 }),
      close: () => database.$disconnect(),
    };
  };

  it('invalidates a sign-in with the previous password if it changes during that sign-in', async () => {
    const { id } = await client.register();
    const { tokens, close } = openStore();
    const changing = new pg.Client({ connectionString: services.databases.auth });
    await changing.connect();
    try {
      await changing.query('BEGIN');
      await changing.query('UPDATE users SET sign_outs = sign_outs + 1 WHERE id = $1', [id]);
      const added = tokens.add(tokenOf(id));
      await eventually(async () =>
        expect(
          await client.query(
            `SELECT pid FROM pg_stat_activity
              WHERE wait_event_type = 'Lock' AND query LIKE '%INTO refresh_tokens%' AND pid <> pg_backend_pid()`,
          ),
        ).toHaveLength(1),
      );
      await changing.query('COMMIT');
      expect(await added).toBe(false);
      expect(await tokens.add(tokenOf(id))).toBe(false);
      expect(await tokens.add({ ...tokenOf(id), signOuts: 1 })).toBe(true);
    } finally {
      await changing.end();
      await close();
    }
  });

  it('is determined when a refresh token is exchanged', async () => {
    const { id } = await client.register();
    const { tokens, close } = openStore();
    try {
      const [first, second, third] = [tokenOf(id), tokenOf(id), tokenOf(id)];
      await tokens.add({ ...first, browser: createHash('sha256').update('b').digest('base64url') });
      const next = ({ hash, expiresAt }: typeof first) => ({
        hash,
        expiresAt,
        browser: createHash('sha256').update('b').digest('base64url'),
      });
      const rotate = (from: typeof first, to: typeof first) =>
        tokens.rotate(from.hash, 'b', next(to), new Date());
      expect(await rotate(first, second)).toMatchObject({ userId: id, signOuts: 0 });
      await client.query('UPDATE users SET sign_outs = 1 WHERE id = $1', [id]);
      expect(await rotate(second, third)).toMatchObject({ userId: id, signOuts: 1 });
    } finally {
      await close();
    }
  });

  it('is raised by a new password, which invalidates previous tokens at once', async () => {
    const { token, email } = await client.register();
    const newPassword = 'another horse, another battery';
    const changed = await client.send<{ token: string }>('POST', '/api/auth/change-password', {
      token,
      body: { currentPassword: PASSWORD, newPassword },
    });
    const me = (access: string) => client.send('GET', '/api/auth/me', { token: access });
    expect((await me(token)).status).toBe(401);
    expect((await me(changed.body.token)).status).toBe(200);
    expect((await me((await client.signIn(email, newPassword)).body.token)).status).toBe(200);
    await client.send('POST', '/api/auth/sign-out-everywhere', { token: changed.body.token });
    expect((await me(changed.body.token)).status).toBe(401);
  });
});
