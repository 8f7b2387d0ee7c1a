import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@qr-attendance/test-kit';
import pg from 'pg';
import { readMails, tokenIn } from './support/emails.ts';
import { LIBRARY, newAccount, startWithProviders, type WithProviders } from './support/with-providers.ts';

let system: WithProviders;
beforeAll(async () => {
  system = await startWithProviders();
});
afterAll(() => system.stop());

const link = { provider: LIBRARY };
const IDENTITIES = '/api/auth/identities';

/** A new student who has linked an identity and signed in with it. */
const withIdentity = async () => {
  const student = await system.client.registerStudent();
  await system.client.countAsVerified(student.email);
  const { subject, claims: all } = newAccount();
  const { institution_id: _institutionId, ...claims } = all;
  system.library.signsIn(subject, claims);
  const browser = system.open();
  await browser.goOn(student.token, IDENTITIES, link);
  expect((await browser.signIn(LIBRARY)).location).toBe('/signed-in');
  return { ...student, subject, browser };
};
const identitiesOf = (id: string) =>
  system.client.query('SELECT subject FROM external_identities WHERE user_id = $1', [id]);

describe('an account whose address nobody has verified', () => {
  it('links no identity', async () => {
    const student = await system.client.registerStudent();
    const { subject, claims } = newAccount();
    system.library.signsIn(subject, claims);
    const { fragment } = await system.open().goOn(student.token, IDENTITIES, link);
    expect(fragment).toEqual({ error: 'address_unverified', provider: LIBRARY });
    expect(await identitiesOf(student.id)).toEqual([]);
  });

  it('loses its identities and attempts to the owner of the address', async () => {
    const { email, id, token, browser } = await withIdentity();
    await system.client.query('UPDATE users SET email_verified = false WHERE id = $1', [id]);
    const attempt = await browser.goToProvider(await browser.post(token, IDENTITIES, link));
    await system.client.send('POST', '/api/auth/forgot-password', { body: { email } });
    const reset = await eventually(async () => {
      const mails = await readMails(system.services.mailDir, email);
      const secret = mails.map(tokenIn).find((found) => found !== '');
      expect(secret).toBeDefined();
      return secret;
    });
    const body = { token: reset, password: 'the password of the owner' };
    expect((await system.client.send('POST', '/api/auth/reset-password', { body })).status).toBe(204);
    expect((await browser.renew()).status).toBe(401);
    expect(await identitiesOf(id)).toEqual([]);
    expect((await browser.finish(attempt)).fragment).toMatchObject({ error: 'attempt_invalid' });
    expect((await browser.signIn(LIBRARY)).location).not.toBe('/signed-in');
    expect((await system.client.signIn(email, body.password)).status).toBe(200);
  });
});

describe('a merged account', () => {
  const mergeInto = async (id: string) => {
    const kept = await system.client.registerStudent();
    await system.client.countAsVerified(kept.email);
    const body = { into: kept.id, reason: 'The same student' };
    const path = `/api/auth/people/${id}/merge`;
    const { status } = await system.client.send('POST', path, { token: system.admin.token, body });
    expect(status).toBe(200);
    return kept;
  };

  it('loses its identities, which do not sign in as the kept person', async () => {
    const { id, browser } = await withIdentity();
    await mergeInto(id);
    expect(await identitiesOf(id)).toEqual([]);
    expect((await browser.renew()).status).toBe(401);
    expect((await browser.signIn(LIBRARY)).fragment).toMatchObject({ error: 'attribute_missing' });
  });

  it('does not sign in with an identity that it still has', async () => {
    const { id, subject, browser } = await withIdentity();
    await mergeInto(id);
    await system.client.query(
      `INSERT INTO external_identities (id, provider_id, issuer, subject, user_id)
       VALUES (gen_random_uuid(), $1, $2, $3, $4)`,
      [LIBRARY, system.library.issuer, subject, id],
    );
    expect((await browser.signIn(LIBRARY)).fragment).toMatchObject({ error: 'account_merged' });
  });
});

it('a logout at the provider ends a sign-in that is not finished yet', async () => {
  const { id, subject, browser } = await withIdentity();
  const sessions = () =>
    system.client.query<{ sid: string }>(
      `SELECT s.sid FROM provider_sessions s JOIN external_identities i ON i.id = s.identity_id
        WHERE i.subject = $1 ORDER BY s.started_at DESC`,
      [subject],
    );
  const before = await sessions();
  const callback = await browser.goToProvider((await browser.begin(LIBRARY)).location);
  const blocking = new pg.Client({ connectionString: system.services.databases.auth });
  await blocking.connect();
  try {
    // The refresh token waits for this lock, the session at the provider does not.
    await blocking.query('BEGIN');
    await blocking.query('SELECT id FROM users WHERE id = $1 FOR UPDATE', [id]);
    const finished = browser.finish(callback);
    const sid = await eventually(async () => {
      const rows = await sessions();
      expect(rows.length).toBeGreaterThan(before.length);
      return rows[0]?.sid ?? '';
    });
    await system.library.logOut(subject, sid);
    await blocking.query('COMMIT');
    expect((await finished).fragment).toMatchObject({ error: 'attempt_invalid' });
  } finally {
    await blocking.end();
  }
  expect((await browser.renew()).status).toBe(401);
});
