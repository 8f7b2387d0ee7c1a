import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LinkedIdentity } from '@qr-attendance/contracts';
import { eventually } from '@qr-attendance/test-kit';
import { PASSWORD } from './support/client.ts';
import { readMails } from './support/emails.ts';
import { changeProvider } from './support/provider-browser.ts';
import {
  LIBRARY,
  newAccount,
  startWithProviders,
  UNI,
  type WithProviders,
} from './support/with-providers.ts';

let system: WithProviders;
beforeAll(async () => {
  system = await startWithProviders();
});
afterAll(() => system.stop());

describe('linking an identity', () => {
  const list = async (token: string) =>
    (await system.client.send<LinkedIdentity[]>('GET', '/api/auth/identities', { token })).body;

  it('requires a fresh proof and a sign-in at the provider, and notifies the owner by email', async () => {
    const student = await system.client.registerStudent();
    await system.client.countAsVerified(student.email);
    const stale = await system.client.tokenWithoutProof(student);
    const body = { provider: LIBRARY };
    const refused = await system.client.send('POST', '/api/auth/identities', { token: stale, body });
    expect(refused).toMatchObject({ status: 403, body: { code: 'fresh_proof_required' } });
    const { body: proof } = await system.client.confirmPassword(stale);
    const { subject, claims } = newAccount();
    system.library.signsIn(subject, { ...claims, email: student.email });
    const browser = system.open();
    expect((await browser.goOn(proof.token, '/api/auth/identities', body)).location).toBe(
      `/account#linked=${LIBRARY}`,
    );
    expect(await list(proof.token)).toMatchObject([{ provider: { _id: LIBRARY, active: true } }]);
    await eventually(async () => {
      const subjects = (await readMails(system.services.mailDir, student.email)).map((mail) => mail.subject);
      expect(subjects.join()).toContain('A way to sign in was added');
    });
    await browser.signIn(LIBRARY);
    expect(await system.signedInAs(browser)).toMatchObject({ _id: student.id });
  });

  it('is rejected if the identity belongs to somebody else', async () => {
    const { subject, claims } = newAccount();
    system.library.signsIn(subject, claims);
    await system.open().signIn(LIBRARY);
    const student = await system.client.registerStudent();
    await system.client.countAsVerified(student.email);
    const { fragment } = await system.open().goOn(student.token, '/api/auth/identities', {
      provider: LIBRARY,
    });
    expect(fragment).toEqual({ error: 'identity_taken', provider: LIBRARY });
    expect(await list(student.token)).toEqual([]);
  });

  it('is rejected in another browser, and after the owner signed out everywhere', async () => {
    const { token } = await system.client.registerStudent();
    const { subject, claims } = newAccount();
    system.library.signsIn(subject, claims);
    const browser = system.open();
    const url = await browser.post(token, '/api/auth/identities', { provider: LIBRARY });
    expect(url).toContain('prompt=login');
    const callback = await browser.goToProvider(url);
    expect((await system.open().finish(callback)).fragment).toMatchObject({ error: 'attempt_invalid' });
    await system.client.send('POST', '/api/auth/sign-out-everywhere', { token });
    expect((await browser.finish(callback)).fragment).toEqual({ error: 'link_expired', provider: LIBRARY });
  });

  it('can be undone, unless the person could no longer sign in', async () => {
    const change = (changes: object) => changeProvider(system.client, system.admin.token, UNI, changes);
    const { subject, claims } = newAccount();
    system.library.signsIn(subject, claims);
    const browser = system.open();
    await browser.signIn(LIBRARY);
    const { token, _id } = await system.signedInAs(browser);
    const [identity] = await list(token);
    const path = `/api/auth/identities/${identity?._id}`;
    expect(await system.client.send('DELETE', path, { token })).toMatchObject({
      status: 409,
      body: { code: 'last_way_in' },
    });
    await system.client.query(
      `INSERT INTO external_identities (id, provider_id, issuer, subject, user_id)
       VALUES (gen_random_uuid(), $1, $2, $3, $4)`,
      [UNI, system.uni.issuer, subject, _id],
    );
    await change({ active: false });
    expect(await system.client.send('DELETE', path, { token })).toMatchObject({ status: 409 });
    await change({ active: true });
    await system.client.query('DELETE FROM external_identities WHERE user_id = $1 AND provider_id = $2', [
      _id,
      UNI,
    ]);
    await system.client.query("UPDATE users SET password_hash = 'x' WHERE id = $1", [_id]);
    expect(await system.client.send('DELETE', path, { token })).toMatchObject({ status: 200, body: [] });
  });
});

it('a person without a password re-authenticates at the provider', async () => {
  const { subject, claims } = newAccount();
  system.library.signsIn(subject, claims);
  const browser = system.open();
  await browser.signIn(LIBRARY);
  const { _id } = await system.signedInAs(browser);
  await system.client.query(
    "UPDATE refresh_tokens SET proved_at = now() - interval '1 day' WHERE user_id = $1",
    [_id],
  );
  await system.client.query(
    `UPDATE provider_sessions s SET started_at = started_at - interval '1 day'
       FROM external_identities i WHERE i.id = s.identity_id AND i.user_id = $1`,
    [_id],
  );
  const { token } = await browser.renew();
  const device = { deviceId: randomUUID(), deviceName: 'Phone' };
  const register = (access: string) =>
    system.client.send('POST', '/api/auth/register-device', { token: access, body: device });
  expect(await register(token)).toMatchObject({ status: 403, body: { code: 'fresh_proof_required' } });
  const wish = { provider: LIBRARY, returnTo: '/student/security' };
  const { location } = await browser.goOn(token, '/api/auth/identities/proof', wish);
  expect(location).toBe('/student/security#proof=fresh');
  expect((await register((await browser.renew()).token)).status).toBe(200);
  const other = newAccount();
  system.library.signsIn(other.subject, other.claims);
  browser.forget(system.library.issuer);
  const { fragment } = await browser.goOn((await browser.renew()).token, '/api/auth/identities/proof', wish);
  expect(fragment).toEqual({ error: 'other_identity', provider: LIBRARY });
});

describe('signing out', () => {
  it('also ends the session at the provider', async () => {
    const { subject, claims } = newAccount();
    system.library.signsIn(subject, claims);
    const browser = system.open();
    await browser.signIn(LIBRARY);
    const url = new URL((await browser.signOut()) ?? '');
    expect(url.origin).toBe(system.library.issuer);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(
      `${system.services.publicOrigins[0]}/login`,
    );
    expect((await fetch(url)).status).toBe(200);
    expect((await browser.renew()).status).toBe(401);
    expect(await browser.signOut()).toBeNull();
  });

  it('at the provider ends the sign-ins from that provider session, and no others', async () => {
    const { subject, claims } = newAccount();
    system.library.signsIn(subject, claims);
    const [ended, other] = [system.open(), system.open()];
    await ended.signIn(LIBRARY);
    await other.signIn(LIBRARY);
    const rows = await system.client.query<{ sid: string }>(
      `SELECT s.sid FROM provider_sessions s JOIN external_identities i ON i.id = s.identity_id
        WHERE i.subject = $1 ORDER BY s.started_at`,
      [subject],
    );
    expect(rows).toHaveLength(2);
    await system.library.logOut(subject, rows[0]?.sid ?? '');
    expect((await ended.renew()).status).toBe(401);
    expect((await other.renew()).status).toBe(200);
  });

  it('after a password sign-in opens no page of a provider', async () => {
    const { email } = await system.client.registerStudent();
    const { cookies } = await system.client.signIn(email, PASSWORD);
    const headers = { 'x-requested-with': 'qr-attendance', cookie: Object.values(cookies).join('; ') };
    const answer = await system.client.send('POST', '/api/auth/refresh/revoke-with-provider', { headers });
    expect(answer).toMatchObject({ status: 200, body: { url: null } });
    expect((await system.client.refresh(cookies)).status).toBe(401);
  });
});
