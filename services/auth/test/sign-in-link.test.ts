import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, startServices, type TestServices } from '@qr-attendance/test-kit';
import { createClient, PASSWORD, type Client, type SignInAnswer } from './support/client.ts';
import { readMails } from './support/emails.ts';

const FREE = 5;
const REQUEST = 'qr_sign_in_request';

let services: TestServices;
let client: Client;
beforeAll(async () => {
  services = await startServices(['auth']);
  client = createClient(services);
});
afterAll(() => services.stop());

const ask = async (email: string, headers: Record<string, string> = {}) => {
  const { status, cookies } = await client.send('POST', '/api/auth/sign-in-link', {
    body: { email },
    headers,
  });
  return { status, cookie: cookies[REQUEST] ?? '' };
};
const redeem = (body: unknown, headers: Record<string, string> = {}) =>
  client.send<SignInAnswer & { code: string }>('POST', '/api/auth/sign-in-link/redeem', { body, headers });
const mailTo = (email: string, count = 1) =>
  eventually(async () => {
    const mails = await readMails(services.mailDir, email);
    expect(mails).toHaveLength(count);
    const text = mails.at(-1)?.text ?? '';
    return {
      text,
      token: /\/sign-in-link#(\S+)/.exec(text)?.[1] ?? '',
      code: /asked for it: (\S+)/.exec(text)?.[1] ?? '',
    };
  });
const registerTeacher = async () => {
  const teacher = await client.registerTeacher();
  await client.countAsVerified(teacher.email);
  return teacher;
};
const lockOut = async (email: string, headers: Record<string, string>) => {
  for (let index = 0; index < FREE; index += 1) await client.signIn(email, 'a wrong guess', headers);
  expect(await client.signIn(email, PASSWORD, headers)).toMatchObject({
    status: 429,
    body: { code: 'sign_in_locked' },
  });
};
const worthless = { status: 400, body: { code: 'sign_in_link_invalid' } };

describe('an emailed sign-in link', () => {
  it('signs a teacher in on a computer where the account is locked after wrong guesses', async () => {
    const { email, id } = await registerTeacher();
    const hall = { 'x-forwarded-for': '203.0.113.5' };
    await lockOut(email, hall);
    const { status, cookie } = await ask(email, hall);
    expect(status).toBe(204);
    const { code } = await mailTo(email);
    const typed = code.toLowerCase().replace('-', ' ');
    const answer = await redeem({ code: typed }, { ...hall, cookie });
    expect({ status: answer.status, id: answer.body.user._id }).toEqual({ status: 200, id });
    expect((await client.refresh(answer.cookies)).status).toBe(200);
    const browser = { ...hall, cookie: answer.cookies['qr_browser'] ?? '' };
    expect((await client.signIn(email, PASSWORD, browser)).status).toBe(200);
  });

  it('works once, in any browser, and invalidates the code', async () => {
    const { email } = await registerTeacher();
    const { cookie } = await ask(email);
    const { token, code } = await mailTo(email);
    expect((await redeem({ token })).status).toBe(200);
    expect(await redeem({ token })).toMatchObject(worthless);
    expect(await redeem({ code }, { cookie })).toMatchObject(worthless);
  });

  it('is stored only as a hash, and expires after 15 minutes', async () => {
    const { email, id } = await registerTeacher();
    const { cookie } = await ask(email);
    const { token, code } = await mailTo(email);
    const rows = await client.query<{ expires_at: Date }>('SELECT * FROM sign_in_links WHERE user_id = $1', [
      id,
    ]);
    for (const secret of [token, code, code.replace('-', ''), cookie.replace(/^.*=/, '')])
      expect(JSON.stringify(rows)).not.toContain(secret);
    expect((rows[0]?.expires_at.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(900_000);
    await client.query('UPDATE sign_in_links SET expires_at = now() WHERE user_id = $1', [id]);
    expect(await redeem({ token })).toMatchObject(worthless);
    expect(await redeem({ code }, { cookie })).toMatchObject(worthless);
  });

  it('is invalidated by a change of the password', async () => {
    const { email, token: accessToken } = await registerTeacher();
    await ask(email);
    const { token } = await mailTo(email);
    await client.send('POST', '/api/auth/change-password', {
      token: accessToken,
      body: { currentPassword: PASSWORD, newPassword: 'another horse, another battery' },
    });
    expect(await redeem({ token })).toMatchObject(worthless);
  });

  it('is neither sent to nor accepted for a suspended account', async () => {
    const suspend = (id: string) =>
      client.query(
        `UPDATE users SET suspended_at = now(), suspended_because = 'Signs in for friends.' WHERE id = $1`,
        [id],
      );
    const [before, later] = [await registerTeacher(), await registerTeacher()];
    await suspend(before.id);
    expect((await ask(before.email)).status).toBe(204);
    await ask(later.email);
    const { token } = await mailTo(later.email);
    expect(await readMails(services.mailDir, before.email)).toEqual([]);
    await suspend(later.id);
    expect(await redeem({ token })).toMatchObject({ status: 403, body: { code: 'suspended' } });
  });

  it('is not sent to an unknown address, whose response is the same', async () => {
    const { email } = await registerTeacher();
    const [known, unknown] = [await ask(email), await ask(`${randomUUID()}@campus.example`)];
    expect(unknown.status).toBe(known.status);
    expect(unknown.cookie).toHaveLength(known.cookie.length);
    expect(await redeem({ code: 'ABCD-2345' }, { cookie: unknown.cookie })).toMatchObject(worthless);
  });

  it('is emailed at most three times in a short time, and the newest stays valid', async () => {
    const { email } = await registerTeacher();
    for (let index = 0; index < 6; index += 1) expect((await ask(email)).status).toBe(204);
    const { token } = await mailTo(email, 3);
    expect((await redeem({ token })).status).toBe(200);
  });

  it.each([[{}], [{ token: '' }], [{ code: 7 }], [{ token: 'x'.repeat(201) }], ['no object']])(
    'is rejected with an explanation if it is malformed (%j)',
    async (body) => {
      expect((await redeem(body)).status).toBe(400);
    },
  );
});

describe('the code of a sign-in link', () => {
  it('is invalid in a browser that did not request it', async () => {
    const { email } = await registerTeacher();
    const { cookie } = await ask(email);
    const stranger = await ask(`${randomUUID()}@campus.example`);
    const { code } = await mailTo(email);
    expect(await redeem({ code })).toMatchObject(worthless);
    expect(await redeem({ code }, { cookie: stranger.cookie })).toMatchObject(worthless);
    expect((await redeem({ code }, { cookie })).status).toBe(200);
  });

  it('can be tried five times, even concurrently', async () => {
    const { email } = await registerTeacher();
    const { cookie } = await ask(email);
    const { code, token } = await mailTo(email);
    await Promise.all(Array.from({ length: 5 }, () => redeem({ code: 'AAAA-AAAA' }, { cookie })));
    expect(await redeem({ code }, { cookie })).toMatchObject(worthless);
    expect((await redeem({ token })).status).toBe(200);
  });
});
