import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, startServices, type TestServices } from '@qr-attendance/test-kit';
import { createClient, PASSWORD, type Client } from './support/client.ts';
import { readableMails, readMails, tokenIn } from './support/emails.ts';

const NEW_PASSWORD = 'another horse, another battery';

let services: TestServices;
let client: Client;
beforeAll(async () => {
  services = await startServices(['auth'], { env: { auth: { MAIL_LINKS_PER_ADDRESS: '100' } } });
  client = createClient(services);
});
afterAll(() => services.stop());

const mailsTo = (email: string, count: number) =>
  eventually(async () => {
    const mails = await readMails(services.mailDir, email);
    expect(mails).toHaveLength(count);
    return mails;
  });

const register = async () => {
  const person = await client.register();
  await client.countAsVerified(person.email);
  return person;
};

describe('a new password', () => {
  it.each([
    ['a common password', 'password1', 'password_too_common'],
    ['a common password in another case', 'PassWord1', 'password_too_common'],
    ['a common password in full-width letters', 'ｐａｓｓｗｏｒｄ１', 'password_too_common'],
    ['a repeated character', 'zzzzzzzzzzzz', 'password_too_common'],
    ['the user’s name', 'GraceHopper1', 'password_too_personal'],
    ['the email address', 'g.brewster.hopper!', 'password_too_personal'],
    ['the product’s name', 'QR-Attendance-System-26', 'password_too_personal'],
  ])('is rejected with an explanation if it is %s', async (_what, password, code) => {
    const email = `g.brewster.hopper@${crypto.randomUUID()}.example`;
    const { status, body } = await client.register({ password, email });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { code, error: expect.stringMatching(/Choose another one\.$/) },
    });
  });

  it.each([
    ['a sentence', 'my dog eats no homework'],
    ['only digits', '83920174'],
    ['any script', 'пароль-которого-нет'],
    ['leading and trailing spaces', '  gone fishing  '],
    ['128 characters', 'ab9 '.repeat(32)],
  ])('is accepted unchanged with %s', async (_what, password) => {
    const { status, email } = await client.register({ password });
    expect(status).toBe(201);
    expect((await client.signIn(email, password)).status).toBe(200);
    expect((await client.signIn(email, password.slice(0, -1))).status).toBe(401);
  });

  it('is rejected if it is shorter than 8 or longer than 128 characters', async () => {
    for (const password of ['seven77', 'x1'.repeat(65)])
      expect((await client.register({ password })).status).toBe(400);
  });
});

describe('changing the password', () => {
  const change = (token: string, currentPassword: string, newPassword: string) =>
    client.send<{ token: string; code: string }>('POST', '/api/auth/change-password', {
      token,
      body: { currentPassword, newPassword },
    });

  it('signs out all other browsers and sends an email', async () => {
    const { token, cookies, email } = await register();
    const other = await client.signIn(email);
    const changed = await change(token, PASSWORD, NEW_PASSWORD);
    expect(changed.status).toBe(200);
    for (const each of [cookies, other.cookies]) expect((await client.refresh(each)).status).toBe(401);
    expect((await client.refresh(changed.cookies)).status).toBe(200);
    expect(await client.send('GET', '/api/auth/me', { token: changed.body.token })).toMatchObject({
      status: 200,
    });
    expect((await client.signIn(email)).status).toBe(401);
    expect((await client.signIn(email, NEW_PASSWORD)).status).toBe(200);
    expect(await mailsTo(email, 1)).toMatchObject([{ subject: expect.stringContaining('was changed') }]);
  });

  it('requires the current password, which a stolen token cannot guess', async () => {
    const { token, email } = await register();
    for (let index = 0; index < 5; index += 1)
      expect(await change(token, `guess ${index}`, NEW_PASSWORD)).toMatchObject({
        status: 400,
        body: { code: 'wrong_password' },
      });
    const locked = await change(token, 'another guess', NEW_PASSWORD);
    expect(locked).toMatchObject({ status: 429, body: { code: 'sign_in_locked' } });
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0);
    const elsewhere = { 'x-forwarded-for': '203.0.113.1' };
    expect((await client.signIn(email, PASSWORD, elsewhere)).status).toBe(200);
  });

  it('changes nothing if the new password is weak', async () => {
    const { token, cookies, email } = await register();
    expect(await change(token, PASSWORD, 'password1')).toMatchObject({ status: 400 });
    expect((await client.refresh(cookies)).status).toBe(200);
    expect((await client.signIn(email)).status).toBe(200);
  });

  it('succeeds once for two concurrent requests', async () => {
    const { token } = await register();
    const both = await Promise.all([
      change(token, PASSWORD, NEW_PASSWORD),
      change(token, PASSWORD, `${NEW_PASSWORD}!`),
    ]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('a forgotten password', () => {
  const forget = (email: string, headers: Record<string, string> = {}) =>
    client.send('POST', '/api/auth/forgot-password', { body: { email }, headers });
  const reset = (token: string, password = NEW_PASSWORD, headers: Record<string, string> = {}) =>
    client.send('POST', '/api/auth/reset-password', { body: { token, password }, headers });

  it('is replaced by a link that works once and signs out everywhere', async () => {
    const { email, cookies } = await register();
    expect(await forget(email.toUpperCase())).toMatchObject({ status: 204, body: undefined });
    const [mail] = await mailsTo(email, 1);
    const token = tokenIn(mail ?? { to: '', subject: '', text: '' });
    expect(mail?.text).toContain(`${services.publicOrigins[0]}/reset-password#${token}`);

    const copy = (await readableMails(services.mailDir, email)).find((text) =>
      text.includes('/reset-password'),
    );
    expect(copy).toMatch(/^To: .*\nSubject: .*\n\n/);
    expect(copy?.split('\n')).toContain(`${services.publicOrigins[0]}/reset-password#${token}`);

    for (const mutilated of [token.slice(0, -5), `${token}=`, `3D${token}`])
      expect(await reset(mutilated)).toMatchObject({ status: 400, body: { code: 'link_incomplete' } });
    expect(await reset(token, 'password1')).toMatchObject({
      status: 400,
      body: { code: 'password_too_common' },
    });
    expect(await reset(token)).toMatchObject({ status: 204 });
    expect(await reset(token)).toMatchObject({ status: 400, body: { code: 'reset_link_invalid' } });
    expect((await client.refresh(cookies)).status).toBe(401);
    expect((await client.signIn(email, NEW_PASSWORD)).status).toBe(200);
  });

  it('gets the same response for an unknown address, but no email', async () => {
    const nobody = `${crypto.randomUUID()}@campus.example`;
    expect(await forget(nobody)).toMatchObject({ status: 204, body: undefined });
    await eventually(async () => expect(await client.query('SELECT id FROM mails')).toEqual([]));
    expect(await readMails(services.mailDir, nobody)).toEqual([]);
  });

  it('is replaced once if the link is used twice concurrently', async () => {
    const { email } = await register();
    await forget(email);
    const [mail] = await mailsTo(email, 1);
    const token = mail ? tokenIn(mail) : '';
    const both = await Promise.all([reset(token), reset(token, `${NEW_PASSWORD}!`)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 400]);
  });

  it('has a link that expires after an hour and is stored only as a hash', async () => {
    const { email, id } = await register();
    await forget(email);
    const [mail] = await mailsTo(email, 1);
    const token = mail ? tokenIn(mail) : '';
    const [row] = await client.query<{ expires_at: Date; hash: string }>(
      'SELECT * FROM password_resets WHERE user_id = $1',
      [id],
    );
    expect(row?.hash).not.toBe(token);
    expect((row?.expires_at.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(3_600_000);
    await client.query('UPDATE password_resets SET expires_at = now() WHERE user_id = $1', [id]);
    expect(await reset(token)).toMatchObject({ status: 400 });
  });

  it('lets an owner whom strangers locked out sign in again', async () => {
    const { email } = await register();
    const here = { 'x-forwarded-for': '203.0.113.99' };
    for (let index = 0; index < 5; index += 1) await client.signIn(email, 'a wrong guess', here);
    for (let index = 0; index < 20; index += 1)
      await client.signIn(email, 'a wrong guess', { 'x-forwarded-for': `198.51.100.${index}` });
    expect((await client.signIn(email, PASSWORD, here)).status).toBe(429);
    await forget(email);
    const [mail] = await mailsTo(email, 1);
    const { cookies } = await reset(mail ? tokenIn(mail) : '', NEW_PASSWORD, here);
    const browser = { ...here, cookie: cookies['qr_browser'] ?? '' };
    expect((await client.signIn(email, NEW_PASSWORD, browser)).status).toBe(200);
  });

  it('sends at most about five emails an hour, without revealing the limit', async () => {
    const { email, id } = await register();
    for (let index = 0; index < 8; index += 1) expect((await forget(email)).status).toBe(204);
    await mailsTo(email, 5);
    expect(await client.query('SELECT hash FROM password_resets WHERE user_id = $1', [id])).toHaveLength(5);
  });

  it('still works for others at an IP address that requested it a hundred times for one account', async () => {
    const [{ email: victim }, { email }] = [await register(), await register()];
    const here = { 'x-forwarded-for': '192.0.2.8' };
    const flood = await Promise.all(Array.from({ length: 110 }, () => forget(victim, here)));
    expect(new Set(flood.map(({ status }) => status))).toEqual(new Set([204]));
    expect((await forget(email, here)).status).toBe(204);
    await mailsTo(email, 1);
  });

  it('gets the same response for unknown addresses, however many one IP address tries', async () => {
    const here = { 'x-forwarded-for': '192.0.2.7' };
    const ask = () => forget(`${crypto.randomUUID()}@campus.example`, here);
    const answers = await Promise.all(Array.from({ length: 103 }, ask));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([answers[0]?.status]));
    expect(answers[0]?.status).toBeLessThan(300);
  });
});
