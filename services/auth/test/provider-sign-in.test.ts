import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDevice, eventually } from '@qr-attendance/test-kit';
import { verificationTokens } from './support/emails.ts';
import { createInstitution, newRecord } from './support/institution.ts';
import type { Browser } from './support/provider-browser.ts';
import {
  LIBRARY,
  newAccount,
  startWithProviders,
  UNI,
  type WithProviders,
} from './support/with-providers.ts';

let system: WithProviders;
let institution: ReturnType<typeof createInstitution>;
beforeAll(async () => {
  system = await startWithProviders();
  institution = createInstitution(system.services, system.client);
});
afterAll(() => system.stop());

const newStudent = async () => {
  const record = newRecord();
  const { id } = await institution.apply(record);
  return { ...record, id };
};
describe('the first sign-in through a provider', () => {
  it('registers the listed person with the institution ID, without a password', async () => {
    const { id, institutionId, email, name } = await newStudent();
    system.uni.signsIn(randomUUID(), { institution_id: institutionId.toLowerCase(), name, email });
    const browser = system.open();
    const { status, location } = await browser.signIn(UNI, '/student/scan?from=home');
    expect({ status, location }).toEqual({
      status: 303,
      location: `/signed-in#returnTo=${encodeURIComponent('/student/scan?from=home')}`,
    });
    expect(await system.signedInAs(browser)).toMatchObject({ _id: id, name, email, userType: 'STUDENT' });
    expect(await institution.userOf(id)).toMatchObject({ registered: true, proven: true });
  });

  it('counts as a fresh proof, so a new student can register a phone at once', async () => {
    const { institutionId, email, name } = await newStudent();
    const subject = system.uni.signsIn(randomUUID(), { institution_id: institutionId, name, email });
    const browser = system.open();
    await browser.signIn(UNI);
    const { token } = await system.signedInAs(browser);
    const device = { deviceId: randomUUID(), deviceName: 'Phone' };
    const { status } = await system.client.send('POST', '/api/auth/register-device', { token, body: device });
    expect(status).toBe(200);
    system.uni.signsIn(subject, { institution_id: institutionId, name, email });
    expect((await system.open().signIn(UNI)).location).toBe('/signed-in');
  });

  it('on another phone still lets a student register the first device and PIN, but no second ones', async () => {
    const { institutionId, email, name } = await newStudent();
    system.uni.signsIn(randomUUID(), { institution_id: institutionId, name, email });
    const [laptop, phone, other] = [system.open(), system.open(), system.open()];
    await laptop.signIn(UNI);
    const register = async (browser: Browser) => {
      await browser.signIn(UNI);
      const { token } = await system.signedInAs(browser);
      const { deviceId, publicKey } = createDevice();
      const body = { deviceId, deviceName: 'Phone', publicKey };
      const device = await system.client.send('POST', '/api/auth/register-device', { token, body });
      const pin = await system.client.send('POST', '/api/auth/set-pin', { token, body: { pin: '2468' } });
      return { device, pin };
    };
    const done = { status: 200 };
    expect(await register(phone)).toMatchObject({ device: done, pin: done });
    const refused = { status: 403, body: { code: 'fresh_proof_required' } };
    expect(await register(other)).toMatchObject({ device: refused, pin: refused });
  });

  it('lets nobody register a first device or PIN later without a fresh proof', async () => {
    const { id, institutionId, email, name } = await newStudent();
    system.uni.signsIn(randomUUID(), { institution_id: institutionId, name, email });
    await system.open().signIn(UNI);
    const laptop = system.open();
    await laptop.signIn(UNI);
    const { token } = await system.signedInAs(laptop);
    await system.client.query(
      `UPDATE provider_sessions s SET started_at = started_at - interval '16 minutes'
         FROM external_identities i WHERE i.id = s.identity_id AND i.user_id = $1`,
      [id],
    );
    const { deviceId, publicKey } = createDevice();
    const device = { deviceId, deviceName: 'Phone', publicKey };
    const changes = { 'register-device': device, 'set-pin': { pin: '2468' } };
    for (const [path, body] of Object.entries(changes))
      expect(await system.client.send('POST', `/api/auth/${path}`, { token, body })).toMatchObject({
        status: 403,
        body: { code: 'fresh_proof_required' },
      });
  });

  it('matches nobody by email address', async () => {
    const stranger = await system.client.registerStudent();
    await system.client.countAsVerified(stranger.email);
    const { claims, subject } = newAccount();
    system.library.signsIn(subject, { ...claims, email: stranger.email, email_verified: true });
    const browser = system.open();
    expect((await browser.signIn(LIBRARY)).fragment).toMatchObject({ error: 'email_taken' });
    expect((await browser.renew()).status).toBe(401);
  });

  it('asks the owner of an existing account to link the identity', async () => {
    const { id, institutionId, email, name } = await newStudent();
    await system.client.query(
      "UPDATE users SET registered = true, email_verified = true, password_hash = 'x' WHERE id = $1",
      [id],
    );
    system.uni.signsIn(randomUUID(), { institution_id: institutionId, name, email });
    expect((await system.open().signIn(UNI, '/student')).fragment).toEqual({
      error: 'account_exists',
      provider: UNI,
      returnTo: '/student',
    });
  });

  it('creates or rejects unknown people, as configured', async () => {
    const { subject, claims } = newAccount();
    system.uni.signsIn(subject, claims);
    expect((await system.open().signIn(UNI)).fragment).toMatchObject({ error: 'person_unknown' });
    system.library.signsIn(subject, { ...claims, roles: ['employee'] });
    const browser = system.open();
    expect((await browser.signIn(LIBRARY)).location).toBe('/signed-in');
    expect(await system.signedInAs(browser)).toMatchObject({ name: 'Nora New', userType: 'TEACHER' });
    system.library.signsIn(`other-${subject}`, { ...claims, email: `other-${claims.email}` });
    expect((await system.open().signIn(LIBRARY)).fragment).toMatchObject({ error: 'account_exists' });
  });

  it('counts the address as verified only if the provider says so, and otherwise sends a link there', async () => {
    const signIn = async (email_verified?: boolean) => {
      const { subject, claims } = newAccount();
      system.library.signsIn(subject, { ...claims, ...(email_verified !== undefined && { email_verified }) });
      const browser = system.open();
      await browser.signIn(LIBRARY);
      const { token } = await system.signedInAs(browser);
      const { body } = await system.client.send('GET', '/api/auth/email-address', { token });
      return { email: claims.email, verified: body['verified'] };
    };
    expect(await signIn(true)).toMatchObject({ verified: true });
    expect(await signIn(false)).toMatchObject({ verified: false });
    const { email, verified } = await signIn();
    expect(verified).toBe(false);
    await eventually(async () =>
      expect(await verificationTokens(system.services.mailDir, email)).toHaveLength(1),
    );
  });

  it('is rejected without the authoritative attribute or without a name', async () => {
    const { subject, claims } = newAccount();
    system.library.signsIn(subject, { name: claims.name, email: claims.email });
    expect((await system.open().signIn(LIBRARY)).fragment).toMatchObject({
      error: 'attribute_missing',
    });
    system.library.signsIn(subject, { institution_id: claims.institution_id, email: claims.email });
    expect((await system.open().signIn(LIBRARY)).fragment).toMatchObject({
      error: 'details_missing',
    });
  });

  it('does not restore an erased person', async () => {
    const { id, institutionId, email, name } = await newStudent();
    const reason = { reason: 'asked for it' };
    await system.client.send('POST', `/api/auth/people/${id}/erase`, {
      token: system.admin.token,
      body: reason,
    });
    system.library.signsIn(randomUUID(), { institution_id: institutionId, email, name });
    expect((await system.open().signIn(LIBRARY)).fragment).toMatchObject({ error: 'person_removed' });
  });
});

describe('a later sign-in', () => {
  it('updates values from the claims, but never replaces what the institution states in files', async () => {
    const { subject, claims } = newAccount();
    system.library.signsIn(subject, claims);
    const browser = system.open();
    await browser.signIn(LIBRARY);
    const { _id } = await system.signedInAs(browser);
    system.library.signsIn(subject, { ...claims, name: 'Nora Newlywed' });
    await browser.signIn(LIBRARY);
    expect(await system.signedInAs(browser)).toMatchObject({ _id, name: 'Nora Newlywed' });
    await institution.apply({
      ...newRecord(),
      institutionId: claims.institution_id,
      name: 'Nora of the Registry',
    });
    system.library.signsIn(subject, { ...claims, name: 'Nora Nickname' });
    await browser.signIn(LIBRARY);
    expect(await system.signedInAs(browser)).toMatchObject({ _id, name: 'Nora of the Registry' });
  });

  it('is rejected while the person is suspended', async () => {
    const { subject, claims } = newAccount();
    system.library.signsIn(subject, claims);
    const browser = system.open();
    await browser.signIn(LIBRARY);
    const { _id } = await system.signedInAs(browser);
    const body = { reason: 'unclear identity' };
    await system.client.send('POST', `/api/auth/people/${_id}/suspend`, { token: system.admin.token, body });
    expect((await browser.signIn(LIBRARY)).fragment).toMatchObject({ error: 'suspended' });
    expect((await browser.renew()).status).toBe(401);
  });
});
