import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SecondFactor } from '@qr-attendance/contracts';
import { startServices, type TestServices, totpCodeOf } from '@qr-attendance/test-kit';
import { createClient, PASSWORD, type Client } from './support/client.ts';
import { type SecondFactorClient, useSecondFactor } from './support/second-factor.ts';

const NEW_PASSWORD = 'another horse, another battery';

let services: TestServices;
let client: Client;
let factor: SecondFactorClient;
beforeAll(async () => {
  services = await startServices(['auth']);
  client = createClient(services);
  factor = useSecondFactor(client);
});
afterAll(() => services.stop());

const rememberedTeacher = async () => {
  const teacher = await factor.teacher();
  const challenge = await client.signIn(teacher.email);
  const answer = await factor.finish(challenge, { code: totpCodeOf(teacher.secret), remember: true });
  const [setCookie = ''] = answer.headers
    .getSetCookie()
    .filter((cookie) => cookie.startsWith('qr_remembered='));
  return { ...teacher, token: answer.body.token, cookie: answer.cookies['qr_remembered'] ?? '', setCookie };
};

describe('a remembered browser', () => {
  it('signs its owner in without a code for 30 days, and nobody else', async () => {
    const [teacher, other] = [await rememberedTeacher(), await factor.teacher()];
    expect(teacher.setCookie).toMatch(/Path=\/api\/auth;.*HttpOnly.*SameSite=Lax/);
    expect((await factor.signIn(teacher.email, teacher.cookie)).status).toBe(200);
    expect((await factor.signIn(teacher.email)).status).toBe(401);
    expect((await factor.signIn(other.email, teacher.cookie)).status).toBe(401);
    const [row] = await client.query<{ days: number; hash: string }>(
      `SELECT round(extract(epoch FROM expires_at - now()) / 86400)::integer AS days, hash
         FROM remembered_browsers WHERE user_id = $1`,
      [teacher.id],
    );
    expect(row?.days).toBe(30);
    expect(teacher.cookie).not.toContain(row?.hash);
    await client.query('UPDATE remembered_browsers SET expires_at = now() WHERE user_id = $1', [teacher.id]);
    expect((await factor.signIn(teacher.email, teacher.cookie)).status).toBe(401);
  });

  it('is not remembered unless the person asks for it', async () => {
    const teacher = await factor.teacher();
    const answer = await factor.finish(await client.signIn(teacher.email), {
      code: totpCodeOf(teacher.secret),
    });
    expect(answer.cookies['qr_remembered']).toBeUndefined();
  });

  it.each([
    [
      'a new password',
      (token: string) =>
        client.send('POST', '/api/auth/change-password', {
          token,
          body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
        }),
      NEW_PASSWORD,
    ],
    [
      'a sign-out everywhere',
      (token: string) => client.send('POST', '/api/auth/sign-out-everywhere', { token }),
      PASSWORD,
    ],
    [
      'its owner',
      (token: string) => factor.ofMe<SecondFactor>({ token }, 'POST', '/forget-browsers'),
      PASSWORD,
    ],
  ] as const)('is forgotten by %s', async (_what, forget, password) => {
    const teacher = await rememberedTeacher();
    expect((await factor.ofMe(teacher, 'GET')).body).toMatchObject({ rememberedBrowsers: 1 });
    await forget(teacher.token);
    expect(await client.signIn(teacher.email, password, { cookie: teacher.cookie })).toMatchObject({
      status: 401,
      body: { code: 'second_factor_required' },
    });
  });

  it('is forgotten when an administrator resets the factor, and another is set up', async () => {
    const teacher = await rememberedTeacher();
    const admin = await client.makeAdmin();
    const reset = await client.send('POST', `/api/auth/people/${teacher.id}/reset-second-factor`, {
      token: admin.token,
      body: { reason: 'A lost phone' },
    });
    expect(reset).toMatchObject({ status: 200, body: { hasSecondFactor: false } });
    await factor.setUp(teacher);
    expect((await factor.signIn(teacher.email, teacher.cookie)).status).toBe(401);
  });
});
