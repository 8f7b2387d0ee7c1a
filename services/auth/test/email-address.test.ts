import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EmailAddress, PersonalData } from '@qr-attendance/contracts';
import { eventually, createDevice, startServices, type TestServices } from '@qr-attendance/test-kit';
import { createClient, PASSWORD, type Client } from './support/client.ts';
import { readAllMails, readMails, tokenIn, verificationTokens } from './support/emails.ts';

const PATH = '/api/auth/email-address';
const NEW_PASSWORD = 'another horse, another battery';
const NAME = 'Visit http://evil.example now';

let services: TestServices;
let client: Client;
beforeAll(async () => {
  services = await startServices(['auth']);
  client = createClient(services);
});
afterAll(() => services.stop());

const publishedOf = async (id: string) =>
  (await client.send('GET', `/internal/users/${id}`, { token: services.internalToken })).body;
const addressOf = async (token: string) => (await client.send<EmailAddress>('GET', PATH, { token })).body;
/** Opens a link in a browser that did not request it, by default with the account's password. */
const verify = (token: string, more: object = { password: PASSWORD }) =>
  client.send('POST', `${PATH}/verify`, { body: { token, ...more } });
const sendAgain = (token: string) => client.send('POST', `${PATH}/link`, { token });
const change = (token: string, email: string, password = PASSWORD) =>
  client.send<EmailAddress>('POST', `${PATH}/change`, { token, body: { email, password } });
const forget = (email: string) => client.send('POST', '/api/auth/forgot-password', { body: { email } });
const askForSignInLink = (email: string) =>
  client.send('POST', '/api/auth/sign-in-link', { body: { email } });
const newAddress = () => `${crypto.randomUUID()}@campus.example`;

const linksTo = (email: string, count = 1) =>
  eventually(async () => {
    const tokens = await verificationTokens(services.mailDir, email);
    expect(tokens).toHaveLength(count);
    return tokens;
  });
const mailsTo = (email: string, count: number) =>
  eventually(async () => {
    const mails = await readMails(services.mailDir, email);
    expect(mails).toHaveLength(count);
    return mails;
  });
const allSent = (id: string) =>
  eventually(async () =>
    expect(await client.query('SELECT id FROM mails WHERE user_id = $1', [id])).toEqual([]),
  );
const register = async () => {
  const person = await client.register({ name: NAME });
  const [link = ''] = await linksTo(person.email);
  return { ...person, link };
};
const registerVerified = async () => {
  const person = await register();
  expect((await verify(person.link)).status).toBe(204);
  return person;
};
const invalid = { status: 400, body: { code: 'verification_link_invalid' } };

describe('an email address', () => {
  it('is verified by the link from the registration, in any browser and more than once', async () => {
    const { token, email, link, id } = await register();
    expect(await addressOf(token)).toEqual({ email, verified: false, newEmail: null });
    expect(await publishedOf(id)).toMatchObject({ proven: false });
    for (let repeat = 0; repeat < 2; repeat += 1) expect((await verify(link)).status).toBe(204);
    expect(await addressOf(token)).toEqual({ email, verified: true, newEmail: null });
    expect(await publishedOf(id)).toMatchObject({ proven: true, version: 2 });
    expect(JSON.stringify(await client.query('SELECT * FROM email_verifications'))).not.toContain(link);
  });

  it('is not verified by an invalid or expired link, or by a link of another account', async () => {
    const { token, id, link } = await register();
    expect(await verify('never-mailed'.padEnd(43, 'x'))).toMatchObject(invalid);
    expect((await verify('')).status).toBe(400);
    await client.query('UPDATE email_verifications SET expires_at = now() WHERE user_id = $1', [id]);
    expect(await verify(link)).toMatchObject(invalid);
    expect((await verify((await register()).link)).status).toBe(204);
    expect(await addressOf(token)).toMatchObject({ verified: false });
  });

  it('is verified for an administrator by the operator who created the account', async () => {
    const { token } = await client.makeAdmin();
    expect(await addressOf(token)).toMatchObject({ verified: true });
  });
});

describe('an unverified address', () => {
  it('gets no notices until it is verified', async () => {
    const { token, id, email, link } = await register();
    const { deviceId, publicKey } = createDevice();
    const body = { deviceId, publicKey, deviceName: 'Buy now' };
    await client.send('POST', '/api/auth/register-device', { token, body });
    await allSent(id);
    expect(await readMails(services.mailDir, email)).toEqual([]);
    await verify(link);
    await client.send('DELETE', `/api/auth/devices/${deviceId}`, { token });
    expect(await mailsTo(email, 1)).toMatchObject([{ text: expect.stringContaining('Buy now') }]);
  });

  it('gets a password reset link instead of a sign-in link, and is verified by it', async () => {
    const { email, id } = await register();
    expect((await askForSignInLink(email)).status).toBe(204);
    const [mail] = await mailsTo(email, 1);
    expect(mail?.text).toContain('The address is not verified yet');
    expect(mail?.text).toContain('expires in 24 hours');
    for (const { text, subject } of await readAllMails(services.mailDir, email))
      expect(text + subject).not.toContain('evil');
    const token = mail ? tokenIn(mail) : '';
    const reset = { token, password: NEW_PASSWORD };
    expect((await client.send('POST', '/api/auth/reset-password', { body: reset })).status).toBe(204);
    const signedIn = await client.signIn(email, NEW_PASSWORD);
    expect(await addressOf(signedIn.body.token)).toMatchObject({ verified: true });
    await allSent(id);
    await askForSignInLink(email);
    expect((await mailsTo(email, 3)).some(({ text }) => text.includes('/sign-in-link#'))).toBe(true);
  });

  it('gets at most five emails a day', async () => {
    const { email, token } = await register();
    for (let index = 0; index < 3; index += 1) {
      await forget(email);
      await askForSignInLink(email);
      await sendAgain(token);
    }
    await eventually(async () => expect(await client.query('SELECT id FROM mails')).toEqual([]));
    expect(await readAllMails(services.mailDir, email)).toHaveLength(5);
  });

  it('can request the link again a few times, and then gets a clear error', async () => {
    const { token, email } = await register();
    expect((await sendAgain(token)).status).toBe(204);
    expect((await sendAgain(token)).status).toBe(204);
    expect(await sendAgain(token)).toMatchObject({ status: 429, body: { code: 'too_many_links' } });
    const [, , last = ''] = await linksTo(email, 3);
    expect((await verify(last)).status).toBe(204);
    expect((await sendAgain(token)).status).toBe(204);
    await linksTo(email, 3);
  });
});

describe('a verification link', () => {
  const elsewhere = (mayChoosePassword: boolean) => ({
    status: 403,
    body: { code: 'verification_elsewhere', details: { mayChoosePassword } },
  });
  const verifyHere = (token: string, cookies: Record<string, string>) =>
    client.send('POST', `${PATH}/verify`, {
      body: { token },
      headers: { cookie: cookies['qr_email_request'] ?? '' },
    });

  it('is sufficient only in the browser that registered', async () => {
    const [mine, yours] = [await register(), await register()];
    expect(await verifyHere(mine.link, yours.cookies)).toMatchObject(elsewhere(true));
    expect(await addressOf(mine.token)).toMatchObject({ verified: false });
    expect((await verifyHere(mine.link, mine.cookies)).status).toBe(204);
    expect(await addressOf(mine.token)).toMatchObject({ verified: true });
  });

  it('is sufficient in the browser that requested it, also for a new address', async () => {
    const { token, email } = await register();
    const again = await sendAgain(token);
    const [, second = ''] = await linksTo(email, 2);
    expect((await verifyHere(second, again.cookies)).status).toBe(204);
    const next = newAddress();
    const { cookies } = await change(token, next);
    const [link = ''] = await linksTo(next);
    expect((await verifyHere(link, cookies)).status).toBe(204);
    expect(await addressOf(token)).toEqual({ email: next, verified: true, newEmail: null });
  });

  it('is no longer sufficient in a browser whose user signed out', async () => {
    const { cookies } = await register();
    const left = await client.send('POST', '/api/auth/refresh/revoke', {
      headers: { 'x-requested-with': 'qr-attendance', cookie: Object.values(cookies).join('; ') },
    });
    expect(left.cookies['qr_email_request']).toBe('qr_email_request=');
  });

  it('requires the password in other browsers, where wrong guesses count as at sign-in', async () => {
    const { token, email, link } = await register();
    expect(await verify(link, {})).toMatchObject(elsewhere(true));
    for (let guess = 0; guess < 5; guess += 1)
      expect(await verify(link, { password: `guess ${guess}` })).toMatchObject({
        status: 400,
        body: { code: 'wrong_password' },
      });
    expect(await verify(link, { password: 'guess 6' })).toMatchObject({
      status: 429,
      body: { code: 'sign_in_locked' },
    });
    expect(await addressOf(token)).toEqual({ email, verified: false, newEmail: null });
  });

  it('lets the owner of an address take over an account that somebody else created with it', async () => {
    const trojan = await register();
    expect(await verify(trojan.link, { newPassword: 'password' })).toMatchObject({
      status: 400,
      body: { code: 'password_too_common' },
    });
    expect((await verify(trojan.link, { newPassword: NEW_PASSWORD })).status).toBe(204);
    expect((await client.signIn(trojan.email)).status).toBe(401);
    expect((await client.send('GET', '/api/auth/me', { token: trojan.token })).status).toBe(401);
    expect((await client.refresh(trojan.cookies)).status).toBe(401);
    const owner = (await client.signIn(trojan.email, NEW_PASSWORD)).body.token;
    expect(await addressOf(owner)).toMatchObject({ verified: true });
    expect((await client.send('GET', '/api/auth/account-check', { token: owner })).body).toMatchObject({
      mayCorrectName: true,
    });
    expect(await verify(trojan.link, { newPassword: 'once more, another one' })).toMatchObject(invalid);
  });

  it('never hands over an account whose owner mistyped a new address', async () => {
    const { token, email } = await registerVerified();
    const next = newAddress();
    await change(token, next);
    const [link = ''] = await linksTo(next);
    expect(await verify(link, { newPassword: NEW_PASSWORD })).toMatchObject(elsewhere(false));
    expect(await addressOf(token)).toEqual({ email, verified: true, newEmail: next });
    expect((await client.signIn(email)).status).toBe(200);
  });
});

describe('a new email address', () => {
  it('replaces the current address once it is verified, and an email to the current address reports that', async () => {
    const { token, email } = await registerVerified();
    const next = newAddress();
    await forget(email);
    const [forgotten] = await mailsTo(email, 1);
    expect(await change(token, next)).toMatchObject({
      status: 200,
      body: { email, verified: true, newEmail: next },
    });
    const [, notice] = await mailsTo(email, 2);
    expect(notice?.subject).toContain('A new email address was entered');
    expect((await client.signIn(next)).status).toBe(401);
    const [link = ''] = await linksTo(next);
    expect((await readAllMails(services.mailDir, next))[0]?.text).not.toContain('evil');
    expect((await verify(link)).status).toBe(204);
    expect((await verify(link)).status).toBe(204);
    const signedIn = await client.signIn(next);
    expect(await addressOf(signedIn.body.token)).toEqual({ email: next, verified: true, newEmail: null });
    expect((await client.signIn(email)).status).toBe(401);
    const reset = { token: forgotten ? tokenIn(forgotten) : '', password: NEW_PASSWORD };
    expect((await client.send('POST', '/api/auth/reset-password', { body: reset })).status).toBe(400);
  });

  it('requires the password, and must not belong to another account', async () => {
    const [{ token, email }, other] = [await client.register(), await client.register()];
    expect(await change(token, newAddress(), 'a wrong guess')).toMatchObject({
      status: 400,
      body: { code: 'wrong_password' },
    });
    await client.countAsVerified(other.email);
    expect(await change(token, other.email.toUpperCase())).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    });
    expect(await change(token, email)).toMatchObject({ status: 409, body: { code: 'email_unchanged' } });
    expect((await change(token, 'no address')).status).toBe(400);
    expect(await addressOf(token)).toMatchObject({ newEmail: null });
  });

  it('is rejected if another account has verified it in the meantime', async () => {
    const { token } = await client.register();
    const next = newAddress();
    await change(token, next);
    const [link = ''] = await linksTo(next);
    await client.register({ email: next });
    await client.countAsVerified(next);
    expect(await verify(link)).toMatchObject({ status: 409, body: { code: 'email_taken' } });
  });

  it('is taken from an account that never verified it, and the previous address gets an email', async () => {
    const { token, email } = await client.register();
    await client.countAsVerified(email);
    const next = newAddress();
    const stranger = await client.register({ email: next });
    expect((await change(token, next)).status).toBe(200);
    const link = (await linksTo(next, 2)).at(-1) ?? '';
    expect((await verify(link)).status).toBe(204);
    expect(await addressOf(token)).toMatchObject({ email: next, verified: true, newEmail: null });
    expect((await client.send('GET', '/api/auth/me', { token: stranger.token })).status).toBe(401);
    await eventually(async () => {
      const subjects = (await readAllMails(services.mailDir, email)).map(({ subject }) => subject);
      expect(subjects).toContain('QR Attendance System: Your account has another email address');
    });
  });

  it('is discarded when it is canceled or the password changes', async () => {
    const { token } = await client.register();
    const next = newAddress();
    await change(token, next);
    const [link = ''] = await linksTo(next);
    expect(await client.send('DELETE', `${PATH}/change`, { token })).toMatchObject({
      status: 200,
      body: { newEmail: null },
    });
    expect(await verify(link)).toMatchObject(invalid);
    await change(token, next);
    await client.send('POST', '/api/auth/change-password', {
      token,
      body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
    });
    for (const sent of await linksTo(next, 2)) expect(await verify(sent)).toMatchObject(invalid);
  });

  it('can be requested a few times per hour, so strangers do not get dozens of emails', async () => {
    const { token } = await client.register();
    for (let index = 0; index < 3; index += 1) expect((await change(token, newAddress())).status).toBe(200);
    expect(await change(token, newAddress())).toMatchObject({
      status: 429,
      body: { code: 'too_many_links' },
    });
  });

  it('is part of the data export, and is deleted with its person', async () => {
    const [mine, other] = [await client.register(), await client.register()];
    for (const { token } of [mine, other]) {
      const next = newAddress();
      await change(token, next);
      await linksTo(next);
    }
    const { body } = await client.send<PersonalData>('GET', '/api/auth/my-data', { token: mine.token });
    expect(body.records).toMatchObject({
      account: [{ emailVerified: false, newEmail: expect.any(String) }],
      emailVerificationLinks: expect.arrayContaining([
        { email: expect.any(String), validUntil: expect.any(String) },
      ]),
    });
    await client.send('POST', '/api/auth/erase-me', { token: mine.token, body: { password: PASSWORD } });
    await client.query('UPDATE users SET erased_at = now() WHERE id = $1', [other.id]);
    for (const { id } of [mine, other]) {
      expect(await client.query('SELECT new_email FROM users WHERE id = $1', [id])).toEqual([
        { new_email: null },
      ]);
      expect(await client.query('SELECT 1 FROM email_verifications WHERE user_id = $1', [id])).toEqual([]);
    }
  });
});
