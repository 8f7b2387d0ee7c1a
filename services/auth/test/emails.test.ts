import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PersonalData } from '@qr-attendance/contracts';
import { eventually, createDevice, startServices, type TestServices } from '@qr-attendance/test-kit';
import { renderEmail, type PersonalMail } from '../src/core/email/rules/email.ts';
import { mailLanguages, readLanguage } from '../src/core/people/rules/language.ts';
import { createClient, PASSWORD, type Client } from './support/client.ts';
import { readMails } from './support/emails.ts';

let services: TestServices;
let client: Client;
beforeAll(async () => {
  services = await startServices(['auth'], { env: { auth: { MAIL_LINKS_PER_ADDRESS: '100' } } });
  client = createClient(services);
});
afterAll(() => services.stop());

const inLanguage = (tags: string) => ({ 'accept-language': tags });
const register = async (tags: string) => {
  const email = `${crypto.randomUUID()}@campus.example`;
  const form = { name: 'Grete Hermann', email, password: PASSWORD, userType: 'STUDENT' };
  const details = { usn: 'U1', regNo: 'R1', department: 'Electronics', semester: 3 };
  const answer = await client.send<{ token: string; user: { _id: string } }>('POST', '/api/auth/register', {
    body: { ...form, ...details },
    headers: inLanguage(tags),
  });
  expect(answer.status).toBe(201);
  await client.countAsVerified(email);
  return { email, token: answer.body.token, id: answer.body.user._id, cookies: answer.cookies };
};
const languageOf = async (id: string) => {
  const [row] = await client.query<{ language: string | null }>('SELECT language FROM users WHERE id = $1', [
    id,
  ]);
  return row?.language;
};
const mailTo = (email: string, at = 0) =>
  eventually(async () => {
    const mail = (await readMails(services.mailDir, email))[at];
    if (!mail) throw new Error('not there yet');
    return mail;
  });

describe('the language of emails', () => {
  it('is stored at registration', async () => {
    const { email, token } = await register('de');
    const { deviceId, publicKey } = createDevice();
    await client.send('POST', '/api/auth/register-device', {
      token,
      body: { deviceId, publicKey, deviceName: 'Telefon' },
    });
    const { subject, text } = await mailTo(email);
    expect(subject).toBe('QR-Anwesenheit: Ein Gerät wurde registriert');
    expect(text).toMatch(/^Hallo Grete Hermann,/);
    expect(text).toMatch(/Sie können es ab \w+, \d+\. \w+ \d{4} um \d{2}:\d{2} \(/);
  });

  it('is stored at each sign-in and each token renewal', async () => {
    const { id, email, cookies } = await register('en');
    expect(await languageOf(id)).toBe('en');
    await client.signIn(email, PASSWORD, inLanguage('de-AT,de;q=0.9,en;q=0.8'));
    expect(await languageOf(id)).toBe('de');
    const renewed = await client.send('POST', '/api/auth/refresh', {
      headers: {
        'x-requested-with': 'qr-attendance',
        cookie: Object.values(cookies).join('; '),
        ...inLanguage('en'),
      },
    });
    expect(renewed.status).toBe(200);
    expect(await languageOf(id)).toBe('en');
  });

  it('does not change if a page in another language requests the email', async () => {
    const { email } = await register('de');
    await client.send('POST', '/api/auth/forgot-password', { body: { email }, headers: inLanguage('en') });
    expect((await mailTo(email)).subject).toBe('QR-Anwesenheit: Wählen Sie ein neues Passwort');
    await client.send('POST', '/api/auth/sign-in-link', { body: { email }, headers: inLanguage('en') });
    const { subject, text } = await mailTo(email, 1);
    expect(subject).toBe('QR-Anwesenheit: Ihr Anmeldelink');
    expect(text).toMatch(/sign-in-link#\S+/);
    expect(text).toMatch(/Code auf der Seite ein, die danach fragt: \S+/);
  });

  it('falls back to the language of the requesting page, and then to English', async () => {
    const { id, email } = await register('de');
    await client.query('UPDATE users SET language = NULL WHERE id = $1', [id]);
    await client.send('POST', '/api/auth/forgot-password', { body: { email }, headers: inLanguage('de') });
    expect((await mailTo(email)).subject).toBe('QR-Anwesenheit: Wählen Sie ein neues Passwort');
    await client.send('POST', '/api/auth/forgot-password', { body: { email } });
    expect((await mailTo(email, 1)).subject).toBe('QR Attendance System: Choose a new password');
  });
});

describe('a language', () => {
  it('is ignored if it is invalid or unsupported', async () => {
    const { id, email } = await register('de');
    for (const tags of ['*', 'fr-FR,fr', '', "de'; DROP TABLE users", `${'x'.repeat(2_000)}`])
      expect((await client.signIn(email, PASSWORD, inLanguage(tags))).status).toBe(200);
    expect(await languageOf(id)).toBe('de');
  });

  it('is treated as English if a newer release stored it', async () => {
    const { id, email } = await register('de');
    await client.query("UPDATE users SET language = 'fr' WHERE id = $1", [id]);
    await client.send('POST', '/api/auth/forgot-password', { body: { email } });
    expect((await mailTo(email)).subject).toBe('QR Attendance System: Choose a new password');
  });

  it('is exported, and deleted with its person', async () => {
    const { id, token } = await register('de');
    const { body } = await client.send<PersonalData>('GET', '/api/auth/my-data', { token });
    expect(body.records['account']).toMatchObject([{ language: 'de' }]);
    await client.send('POST', '/api/auth/erase-me', { token, body: { password: PASSWORD } });
    expect(await languageOf(id)).toBeNull();
    const other = await register('de');
    await client.query('UPDATE users SET erased_at = now() WHERE id = $1', [other.id]);
    expect(await languageOf(other.id)).toBeNull();
  });

  it('is the first supported tag of the header', () => {
    expect(readLanguage(['fr', 'DE-at', 'en'])).toBe('de');
    expect(readLanguage(['*'])).toBeUndefined();
    expect(readLanguage([null, undefined, ''])).toBeUndefined();
  });
});

const mails: PersonalMail[] = [
  { kind: 'device_registered', deviceName: '"<b>Pad</b>"', countsFrom: '2026-11-22T08:05:00.000Z' },
  { kind: 'device_removed', deviceName: 'Pad' },
  { kind: 'devices_reset' },
  { kind: 'passkey_added', passkeyName: 'Pad', countsFrom: '2026-11-22T08:05:00.000Z' },
  { kind: 'passkey_removed', passkeyName: 'Pad' },
  { kind: 'password_changed' },
  { kind: 'second_factor_added' },
  { kind: 'second_factor_removed' },
  { kind: 'second_factor_reset' },
  { kind: 'second_factor_guessed' },
  { kind: 'recovery_codes_renewed' },
  { kind: 'recovery_code_used', left: 9 },
  { kind: 'recovery_code_used', left: 0 },
  { kind: 'email_change_requested' },
  { kind: 'password_forgotten' },
  { kind: 'password_forgotten', signIn: { request: 'r' } },
  { kind: 'password_forgotten', verification: true },
];
it.each(mails)('the email $kind has the same content in each language', (mail) => {
  const facts = { link: 'https://campus.example/x#t', timeZone: 'Europe/Berlin' };
  const signIn = mail.kind === 'password_forgotten' && mail.signIn;
  const [english, german] = mailLanguages.map((language) =>
    renderEmail('Ada', mail, { ...facts, language, ...(signIn && { code: 'AB12-CD34' }) }),
  );
  expect(english?.text.split('\n\n')).toHaveLength(german?.text.split('\n\n').length ?? 0);
  expect(english?.subject).not.toBe(german?.subject);
  for (const fact of [facts.link, 'AB12-CD34', '09:05', 'Pad'])
    expect(english?.text.includes(fact)).toBe(german?.text.includes(fact));
});
