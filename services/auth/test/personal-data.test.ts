import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PersonalData, StudentSecurity } from '@qr-attendance/contracts';
import type { UserChanged } from '@qr-attendance/contracts/events';
import { createDevice, startServices, type TestServices } from '@qr-attendance/test-kit';
import { createClient, PASSWORD, type Client } from './support/client.ts';

let services: TestServices;
let client: Client;
beforeAll(async () => {
  services = await startServices(['auth']);
  client = createClient(services);
});
afterAll(() => services.stop());

const internal = async <Body>(path: string) =>
  (await client.send<Body>('GET', path, { token: services.internalToken })).body;
const userOf = (id: string) => internal<UserChanged>(`/internal/users/${id}`);
const securityOf = (id: string) => internal<StudentSecurity>(`/internal/students/${id}/security`);
const eraseMe = (token: string, password = PASSWORD) =>
  client.send('POST', '/api/auth/erase-me', { token, body: { password } });

const createKnownStudent = async (word = 'Katherine') => {
  const student = await client.register({ name: `${word} Johnson`, usn: 'USN-77', regNo: `REG-${word}` });
  const { token } = student;
  const device = createDevice();
  await client.send('POST', '/api/auth/set-pin', { token, body: { pin: '2468' } });
  await client.send('POST', '/api/auth/selfie-consent', { token, body: { given: true } });
  await client.send('POST', '/api/auth/register-device', {
    token,
    body: { deviceId: device.deviceId, publicKey: device.publicKey, deviceName: `${word}’s phone` },
  });
  await client.send('POST', '/api/auth/forgot-password', { body: { email: student.email } });
  return { ...student, device };
};

describe('the personal data export', () => {
  it('is complete and contains no secret', async () => {
    const { token, email, device } = await createKnownStudent();
    const { status, body } = await client.send<PersonalData>('GET', '/api/auth/my-data', { token });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        service: 'auth',
        records: {
          account: [{ name: 'Katherine Johnson', email, userType: 'STUDENT' }],
          profile: [
            { usn: 'USN-77', regNo: 'REG-Katherine', hasPin: true, selfieConsentAt: expect.any(String) },
          ],
          devices: [{ deviceId: device.deviceId, deviceName: 'Katherine’s phone' }],
          signIns: [{ goodUntil: expect.any(String) }],
        },
      },
    });
    expect(JSON.stringify(body)).not.toMatch(/hash|salt|argon|2468/i);
  });

  it('includes a teacher’s data, and the actions of an administrator', async () => {
    const [teacher, admin] = [await client.registerTeacher(), await client.makeAdmin()];
    await client.send('POST', `/api/auth/people/${teacher.id}/suspend`, {
      token: admin.token,
      body: { reason: 'A mistake' },
    });
    await client.send('POST', `/api/auth/people/${teacher.id}/restore`, { token: admin.token });
    const { token } = (await client.signIn(teacher.email)).body;
    const mine = await client.send<PersonalData>('GET', '/api/auth/my-data', { token });
    expect(mine.body.records).toMatchObject({
      profile: [{ employeeId: 'E1' }],
      account: [{ signedOutEverywhereAt: expect.any(String) }],
      actionsOfAdministratorsUponMe: [{ action: 'suspend', reason: 'A mistake' }, { action: 'restore' }],
    });
    const theirs = await client.send<PersonalData>('GET', '/api/auth/my-data', { token: admin.token });
    expect(theirs.body.records['myActionsAsAdministrator']).toHaveLength(2);
  });
});

describe('an erased person', () => {
  it('leaves only an ID, and is published to the other services', async () => {
    const { id, token, email, cookies } = await createKnownStudent('Dorothy');
    const before = await securityOf(id);
    expect(await userOf(id)).toMatchObject({ usn: 'USN-77', regNo: 'REG-Dorothy' });
    expect((await eraseMe(token)).status).toBe(204);

    expect(await userOf(id)).toMatchObject({
      name: 'Deleted user',
      email: `deleted-${id}@erased.invalid`,
      suspended: true,
      erased: true,
      version: 2,
    });
    expect(await userOf(id)).not.toMatchObject({ usn: expect.anything() });
    expect(await securityOf(id)).toEqual({
      studentId: id,
      preferences: expect.anything(),
      devices: [],
      pinVerifier: null,
      passkeys: [],
      waitingPasskeys: [],
      selfieConsent: false,
      version: before.version + 1,
    });
    const tables = await client.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations'`,
    );
    for (const { name } of tables) {
      const rows = JSON.stringify(await client.query(`SELECT * FROM ${name}`));
      expect({ name, rows }).not.toMatchObject({
        rows: expect.stringMatching(new RegExp(`Dorothy|${email}`)),
      });
    }

    expect((await client.refresh(cookies)).status).toBe(401);
    expect((await client.send('GET', '/api/auth/me', { token })).status).toBe(401);
    expect((await client.send('POST', '/api/auth/set-pin', { token, body: { pin: '1357' } })).status).toBe(
      401,
    );
    expect((await client.signIn(email)).status).toBe(401);
    expect((await client.signIn(`deleted-${id}@erased.invalid`, '')).status).toBe(400);
    expect((await client.signIn(`deleted-${id}@erased.invalid`)).status).toBe(401);
  });

  it('can register again with the same address as a new person', async () => {
    const { id, token, email } = await client.register();
    await eraseMe(token);
    const again = await client.register({ email });
    expect(again.status).toBe(201);
    expect(again.id).not.toBe(id);
  });

  it('is not erased after a wrong password, or as an administrator', async () => {
    const { id, token } = await client.register();
    expect(await eraseMe(token, 'not the password')).toMatchObject({
      status: 400,
      body: { code: 'wrong_password' },
    });
    expect((await userOf(id)).erased).toBe(false);
    const admin = await client.makeAdmin();
    expect(await eraseMe(admin.token)).toMatchObject({ status: 403, body: { code: 'not_yourself' } });
  });

  it('can be erased by an administrator, once, with a recorded reason', async () => {
    const admin = await client.makeAdmin();
    const { id, token } = await client.registerTeacher({ employeeId: 'EMP-99' });
    const erase = () =>
      client.send('POST', `/api/auth/people/${id}/erase`, {
        token: admin.token,
        body: { reason: 'Asked for it in writing' },
      });
    expect((await erase()).status).toBe(204);
    expect((await erase()).status).toBe(404);
    expect((await client.send('GET', '/api/auth/me', { token })).status).toBe(401);
    expect(await userOf(id)).toMatchObject({ erased: true, userType: 'TEACHER' });
    expect(await client.query('SELECT employee_id FROM teachers WHERE user_id = $1', [id])).toEqual([
      { employee_id: '' },
    ]);
    expect(await client.query('SELECT action, reason FROM admin_actions WHERE person_id = $1', [id])).toEqual(
      [{ action: 'erase', reason: 'Asked for it in writing' }],
    );
    const listed = await client.send('GET', `/api/auth/people?search=${id}`, { token: admin.token });
    expect(listed.body).toEqual([]);
  });
});
