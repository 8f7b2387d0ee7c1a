import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startServices, type TestServices } from '@qr-attendance/local-stack';
import { makeClient, type Client } from './support/client.ts';

let services: TestServices;
let client: Client;
beforeAll(async () => {
  services = await startServices(['auth']);
  client = makeClient(services);
});
afterAll(() => services.stop());

/** As if so much time had passed since the tokens of a person were exchanged. */
const letPass = (userId: string, seconds: number) =>
  client.query(
    `UPDATE refresh_tokens SET rotated_at = rotated_at - make_interval(secs => $2) WHERE user_id = $1`,
    [userId, seconds],
  );
const tokensLeft = async (userId: string) =>
  (await client.query('SELECT hash FROM refresh_tokens WHERE user_id = $1', [userId])).length;

describe('a refresh token', () => {
  it('is exchanged for another one, which is good', async () => {
    const { cookies } = await client.register();
    const first = await client.refresh(cookies);
    expect(first.status).toBe(200);
    expect(first.cookies['qr_refresh']).not.toBe(cookies['qr_refresh']);
    expect((await client.refresh(first.cookies)).status).toBe(200);
  });

  it('is exchanged in two tabs at once, and the one that the browser keeps is good', async () => {
    const { cookies, id } = await client.register();
    const both = await Promise.all([client.refresh(cookies), client.refresh(cookies)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const kept = both[1]?.cookies ?? {};
    await letPass(id, 900);
    expect((await client.refresh(kept)).status).toBe(200);
  });

  it('exchanged twice at once is good for one of both alone: the other one signs its family out', async () => {
    const { cookies, id } = await client.register();
    const [owner, thief] = await Promise.all([client.refresh(cookies), client.refresh(cookies)]);
    await letPass(id, 900);
    const later = await client.refresh(owner.cookies);
    expect(later.status).toBe(200);
    await letPass(id, 900);
    expect((await client.refresh(thief.cookies)).status).toBe(401);
    expect((await client.refresh(later.cookies)).status).toBe(401);
    expect(await tokensLeft(id)).toBe(0);
  });

  it('seen again after a while signs its family out', async () => {
    const { cookies, id } = await client.register();
    const next = await client.refresh(cookies);
    await letPass(id, 11);
    expect((await client.refresh(cookies)).status).toBe(401);
    expect((await client.refresh(next.cookies)).status).toBe(401);
  });

  it('seen again after its successor was used signs its family out, however soon', async () => {
    const { cookies } = await client.register();
    const next = await client.refresh(cookies);
    const third = await client.refresh(next.cookies);
    expect((await client.refresh(cookies)).status).toBe(401);
    expect((await client.refresh(third.cookies)).status).toBe(401);
  });

  it('of one browser ends without the others’', async () => {
    const { cookies, id, email } = await client.register();
    const other = await client.signIn(email);
    await client.refresh(cookies);
    await letPass(id, 11);
    await client.refresh(cookies);
    expect((await client.refresh(other.cookies)).status).toBe(200);
  });

  it('ends at its time', async () => {
    const { cookies, id } = await client.register();
    await client.query('UPDATE refresh_tokens SET expires_at = now() WHERE user_id = $1', [id]);
    expect((await client.refresh(cookies)).status).toBe(401);
  });
});

describe('signing out everywhere', () => {
  it('ends every browser’s refresh token, and needs a sign-in', async () => {
    const { cookies, token, email } = await client.register();
    const other = await client.signIn(email);
    expect(await client.send('POST', '/api/auth/sign-out-everywhere')).toMatchObject({ status: 401 });
    expect(await client.send('POST', '/api/auth/sign-out-everywhere', { token })).toMatchObject({
      status: 204,
    });
    for (const each of [cookies, other.cookies]) expect((await client.refresh(each)).status).toBe(401);
    expect((await client.signIn(email)).status).toBe(200);
  });

  it('leaves nothing to who exchanges a token at the same moment', async () => {
    const { cookies, token } = await client.register();
    const [, exchanged] = await Promise.all([
      client.send('POST', '/api/auth/sign-out-everywhere', { token }),
      client.refresh(cookies),
    ]);
    const after = exchanged.status === 200 ? await client.refresh(exchanged.cookies) : exchanged;
    expect(after.status).toBe(401);
  });
});

it('the cookie goes to the refresh path alone, and is refused without the header of our own pages', async () => {
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
