import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_DEVICES, type RegisteredDevice, type StudentSecurity } from '@qr-attendance/contracts';
import { attendanceMarked } from '@qr-attendance/contracts/events';
import { connectPostgresEventBus, createEvent } from '@qr-attendance/messaging';
import { createLogger } from '@qr-attendance/observability';
import {
  eventually,
  createDevice,
  startServices,
  type TestDevice,
  type TestServices,
} from '@qr-attendance/test-kit';
import { createClient, type Client } from './support/client.ts';
import { readMails } from './support/emails.ts';

const HOUR_MS = 3_600_000;
const COOL_DOWN_HOURS = 6;
const ADDED_HOURS = 3;

let services: TestServices;
let client: Client;
beforeAll(async () => {
  services = await startServices(['auth'], {
    env: {
      auth: {
        DEVICE_COOL_DOWN_HOURS: String(COOL_DOWN_HOURS),
        ADDED_PROOF_COOL_DOWN_HOURS: String(ADDED_HOURS),
      },
    },
  });
  client = createClient(services);
});
afterAll(() => services.stop());

type BrowserKey = Pick<TestDevice, 'deviceId'> & Partial<Pick<TestDevice, 'publicKey'>>;
const registerDevice = (token: string, { deviceId, publicKey }: BrowserKey, deviceName = 'Phone') =>
  client.send<RegisteredDevice[]>('POST', '/api/auth/register-device', {
    token,
    body: { deviceId, deviceName, publicKey },
  });
const removeDevice = (token: string, { deviceId }: BrowserKey) =>
  client.send<RegisteredDevice[]>('DELETE', `/api/auth/devices/${deviceId}`, { token });
const securityOf = async (id: string) => {
  const path = `/internal/students/${id}/security`;
  return (await client.send<StudentSecurity>('GET', path, { token: services.internalToken })).body;
};
const hoursLeft = ({ body }: { body: RegisteredDevice[] }, { deviceId }: BrowserKey): number => {
  const device = body.find((each) => each.deviceId === deviceId);
  return (new Date(device?.countsFrom ?? '').getTime() - Date.now()) / HOUR_MS;
};
const withoutKey = (): BrowserKey => ({ deviceId: randomUUID() });

describe('a device with a key', () => {
  it('is usable at once if it is the first of the account, and is published with its key', async () => {
    const { token, id } = await client.registerStudent();
    const device = createDevice();
    const answer = await registerDevice(token, device, ' Pixel 9 📱 ');
    expect(answer).toMatchObject({
      status: 200,
      body: [{ deviceId: device.deviceId, deviceName: 'Pixel 9 📱', hasKey: true }],
    });
    expect(JSON.stringify(answer.body)).not.toContain(device.publicKey.x);
    expect(hoursLeft(answer, device)).toBeLessThanOrEqual(0);
    expect(await securityOf(id)).toMatchObject({
      devices: [
        {
          deviceId: device.deviceId,
          key: device.publicKey,
          countsFrom: answer.body[0]?.countsFrom,
        },
      ],
      version: 2,
    });
  });

  it('is renamed by registering it again, and keeps the end of its cool-down', async () => {
    const { token } = await client.registerStudent();
    const device = createDevice();
    const first = await registerDevice(token, device);
    const again = await registerDevice(token, device, 'New name');
    expect(again.body).toEqual([{ ...first.body[0], deviceName: 'New name' }]);
  });

  it('is recognized by its key under another ID, as when a browser lost its ID', async () => {
    const { token } = await client.registerStudent();
    const device = createDevice();
    await registerDevice(token, device);
    const renamed = { ...device, deviceId: randomUUID() };
    expect((await registerDevice(token, renamed)).body).toMatchObject([{ deviceId: renamed.deviceId }]);
  });

  it('cannot be replaced by another key with the same ID', async () => {
    const { token, id } = await client.registerStudent();
    const device = createDevice();
    await registerDevice(token, device);
    const { publicKey } = createDevice();
    expect(await registerDevice(token, { ...device, publicKey })).toMatchObject({
      status: 409,
      body: { code: 'device_taken' },
    });
    expect((await securityOf(id)).devices).toMatchObject([{ key: device.publicKey }]);
  });

  it.each([
    ['a key on another curve', { crv: 'P-384' }],
    ['a private key', { d: 'x'.repeat(43), x: 'short' }],
    ['an invalid key', { x: 5 }],
  ])('is rejected with %s', async (_what, change) => {
    const { token } = await client.registerStudent();
    const device = createDevice();
    const publicKey = { ...device.publicKey, ...change };
    const body = { ...device, publicKey, deviceName: 'Phone' };
    expect(await client.send('POST', '/api/auth/register-device', { token, body })).toMatchObject({
      status: 400,
    });
  });
});

describe('the number of devices', () => {
  it('is limited to three, even for concurrent registrations', async () => {
    const { token, id } = await client.registerStudent();
    const devices = Array.from({ length: MAX_DEVICES + 2 }, createDevice);
    const answers = await Promise.all(devices.map((device) => registerDevice(token, device)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'too_many_devices' });
    expect((await securityOf(id)).devices).toHaveLength(MAX_DEVICES);
  });
});

describe('an added device', () => {
  const confirm = (id: string, kind: string, proofId: string, token = services.internalToken) =>
    client.send<StudentSecurity>('POST', `/internal/students/${id}/proofs/${kind}/${proofId}/confirm`, {
      token,
    });

  it('is usable only after its cool-down', async () => {
    const { token } = await client.registerStudent();
    const [own, added] = [createDevice(), createDevice()];
    await registerDevice(token, own);
    const answer = await registerDevice(token, added);
    expect(hoursLeft(answer, own)).toBeLessThanOrEqual(0);
    expect(hoursLeft(answer, added)).toBeGreaterThan(ADDED_HOURS - 0.1);
    expect(hoursLeft(answer, added)).toBeLessThanOrEqual(ADDED_HOURS);
  });

  it('never counts as the first device again, even if the first one was removed', async () => {
    const { token, id } = await client.registerStudent();
    const { deviceId, publicKey } = createDevice();
    await client.query(
      'INSERT INTO devices (student_id, device_id, device_name, public_key) VALUES ($1, $2, $3, $4)',
      [id, deviceId, 'Phone', publicKey],
    );
    await client.query('DELETE FROM devices WHERE student_id = $1', [id]);
    const next = createDevice();
    expect(hoursLeft(await registerDevice(token, next), next)).toBeGreaterThan(ADDED_HOURS - 0.1);
  });

  it('is usable at once when another service reports its confirmation, and its owner is notified', async () => {
    const { token, id, email } = await client.registerStudent();
    await client.countAsVerified(email);
    const [own, added, other] = [createDevice(), createDevice(), createDevice()];
    await registerDevice(token, own);
    await registerDevice(token, added, 'Tablet');
    await registerDevice(token, other);
    expect(await confirm(id, 'device', added.deviceId, token)).toMatchObject({ status: 401 });
    expect(await confirm(randomUUID(), 'device', added.deviceId)).toMatchObject({ status: 404 });
    expect(await confirm(id, 'fax', added.deviceId)).toMatchObject({ status: 400 });
    const { status, body } = await confirm(id, 'device', added.deviceId);
    expect(status).toBe(200);
    const counting = body.devices.filter(({ countsFrom }) => Date.parse(countsFrom) <= Date.now());
    expect(counting.map(({ deviceId }) => deviceId)).toEqual([own.deviceId, added.deviceId]);
    expect((await confirm(id, 'device', added.deviceId)).body.devices).toEqual(body.devices);
    await eventually(async () => {
      const mails = await readMails(services.mailDir, email);
      expect(mails.filter(({ text }) => text.includes('"Tablet"'))).toHaveLength(2);
    });
  });

  it('is usable at once after an administrator confirms it with a reason', async () => {
    const { token, id } = await client.registerStudent();
    const [own, added] = [createDevice(), createDevice()];
    for (const device of [own, added]) await registerDevice(token, device);
    const admin = await client.makeAdmin();
    const path = `/api/auth/people/${id}/confirm-proofs`;
    const body = { reason: 'Showed the student card' };
    expect(await client.send('POST', path, { token, body })).toMatchObject({ status: 403 });
    expect(await client.send('POST', path, { token: admin.token, body })).toMatchObject({ status: 200 });
    expect(hoursLeft(await registerDevice(token, added), added)).toBeLessThanOrEqual(0);
    expect(await client.query('SELECT action, reason FROM admin_actions WHERE person_id = $1', [id])).toEqual(
      [{ action: 'confirm proofs', reason: body.reason }],
    );
  });
});

describe('adding a device', () => {
  const REFUSED = { status: 403, body: { code: 'fresh_proof_required' } };

  it('requires the password if it was entered too long ago, unlike renaming a device', async () => {
    const student = await client.registerStudent();
    const [own, added] = [createDevice(), createDevice()];
    await registerDevice(student.token, own);
    const token = await client.tokenWithoutProof(student);
    expect(await registerDevice(token, added)).toMatchObject(REFUSED);
    expect(await registerDevice(token, own, 'Renamed')).toMatchObject({ status: 200 });
    expect(await client.confirmPassword(token, { password: 'a wrong password' })).toMatchObject({
      status: 400,
      body: { code: 'wrong_password' },
    });
    expect(await registerDevice(token, added)).toMatchObject(REFUSED);
    const { status, body } = await client.confirmPassword(token);
    expect(status).toBe(200);
    expect(Date.parse(body.freshUntil) - Date.now()).toBeGreaterThan(4 * 60_000);
    expect(await registerDevice(body.token, added)).toMatchObject({ status: 200 });
  });

  it('depends on the sign-in that sends the request, not on a password entered elsewhere', async () => {
    const student = await client.registerStudent();
    const token = await client.tokenWithoutProof(student);
    const elsewhere = await client.signIn(student.email);
    expect(await registerDevice(token, createDevice())).toMatchObject(REFUSED);
    expect(await registerDevice(elsewhere.body.token, createDevice())).toMatchObject({ status: 200 });
  });

  it('depends on when the password was entered, even if the access token was renewed since', async () => {
    const { id, cookies } = await client.register();
    const renewed = await client.refresh(cookies);
    expect(await registerDevice(renewed.body.token, createDevice())).toMatchObject({ status: 200 });
    const old = await client.tokenWithoutProof({ id, cookies: renewed.cookies });
    expect(await registerDevice(old, createDevice())).toMatchObject(REFUSED);
  });

  it('requires the password if it was never entered, as after an emailed link', async () => {
    const { id, cookies } = await client.registerStudent();
    await client.query('UPDATE refresh_tokens SET proved_at = NULL WHERE user_id = $1', [id]);
    const { token } = (await client.refresh(cookies)).body;
    expect(await registerDevice(token, createDevice())).toMatchObject(REFUSED);
  });

  it('rejects a password confirmation without a sign-in or a password', async () => {
    expect((await client.confirmPassword('nonsense')).status).toBe(401);
    const { token } = await client.registerStudent();
    for (const password of ['', undefined, { $ne: '' }, 'x'.repeat(129)])
      expect((await client.confirmPassword(token, { password })).status).toBe(400);
  });
});

describe('a replacement device', () => {
  it('is usable only after the cool-down, and the removed device no longer is', async () => {
    const { token, id } = await client.registerStudent();
    const [old, next] = [createDevice(), createDevice()];
    await registerDevice(token, old);
    expect(await removeDevice(token, old)).toMatchObject({ status: 200, body: [] });
    expect(await securityOf(id)).toMatchObject({ devices: [], version: 3 });
    const answer = await registerDevice(token, next);
    expect(hoursLeft(answer, next)).toBeGreaterThan(COOL_DOWN_HOURS - 0.1);
    expect(hoursLeft(answer, next)).toBeLessThanOrEqual(COOL_DOWN_HOURS);
  });

  it('has no new cool-down if it is the removed device itself', async () => {
    const { token } = await client.registerStudent();
    const [first, second] = [createDevice(), createDevice()];
    await registerDevice(token, first);
    const later = hoursLeft(await registerDevice(token, second), second);
    await removeDevice(token, first);
    await removeDevice(token, second);
    expect(hoursLeft(await registerDevice(token, first), first)).toBeLessThan(0);
    expect(hoursLeft(await registerDevice(token, second), second)).toBeCloseTo(later, 1);
    // Registering the device again does not change the cool-down of others.
    const third = createDevice();
    expect(hoursLeft(await registerDevice(token, third), third)).toBeGreaterThan(COOL_DOWN_HOURS - 0.1);
  });

  it('is usable at once if an administrator has reset the devices since', async () => {
    const [{ token, id }, admin] = [await client.registerStudent(), await client.makeAdmin()];
    const [first, second] = [createDevice(), createDevice()];
    for (const device of [first, second]) await registerDevice(token, device);
    for (const device of [first, second]) await removeDevice(token, device);
    const path = `/api/auth/people/${id}/reset-devices`;
    const reset = await client.send('POST', path, { token: admin.token, body: { reason: 'Phone stolen' } });
    expect(reset.status).toBe(200);
    expect(hoursLeft(await registerDevice(token, second), second)).toBeLessThanOrEqual(0);
  });

  it('has only the cool-down of an added device if the removal was long ago', async () => {
    const { token, id } = await client.registerStudent();
    const [old, next] = [createDevice(), createDevice()];
    await registerDevice(token, old);
    await removeDevice(token, old);
    await client.query(
      `UPDATE students SET device_removed_at = now() - make_interval(hours => $2) WHERE user_id = $1`,
      [id, COOL_DOWN_HOURS],
    );
    const left = hoursLeft(await registerDevice(token, next), next);
    expect(left).toBeGreaterThan(ADDED_HOURS - 0.1);
    expect(left).toBeLessThanOrEqual(ADDED_HOURS);
  });

  it('cannot be removed by anybody else', async () => {
    const [mine, yours] = [await client.registerStudent(), await client.registerStudent()];
    const device = createDevice();
    await registerDevice(mine.token, device);
    expect(await removeDevice(yours.token, device)).toMatchObject({ status: 404 });
    expect((await securityOf(mine.id)).devices).toHaveLength(1);
  });
});

describe('a device without a key', () => {
  it('is listed, but cannot mark, and starts no cool-down when it is removed', async () => {
    const { token, id } = await client.registerStudent();
    const [old, next] = [withoutKey(), createDevice()];
    expect((await registerDevice(token, old)).body).toMatchObject([{ hasKey: false }]);
    expect(await securityOf(id)).toMatchObject({ devices: [] });
    await removeDevice(token, old);
    expect(hoursLeft(await registerDevice(token, next), next)).toBeLessThanOrEqual(0);
  });

  it('can receive a key once, and is then treated like a new device', async () => {
    const { token, id } = await client.registerStudent();
    const [gone, old] = [createDevice(), withoutKey()];
    await registerDevice(token, old);
    await registerDevice(token, gone);
    await removeDevice(token, gone);
    const { publicKey } = createDevice();
    const answer = await registerDevice(token, { ...old, publicKey });
    expect(answer.body).toMatchObject([{ deviceId: old.deviceId, hasKey: true }]);
    expect(hoursLeft(answer, old)).toBeGreaterThan(COOL_DOWN_HOURS - 0.1);
    expect((await securityOf(id)).devices).toMatchObject([{ key: publicKey }]);
    expect(await registerDevice(token, { ...old, publicKey: createDevice().publicKey })).toMatchObject({
      status: 409,
    });
  });
});

it('emails the owner about each registered and removed device', async () => {
  const { token, email } = await client.registerStudent('Zoë "Z" <b>');
  await client.countAsVerified(email);
  const device = createDevice();
  await registerDevice(token, device, 'Pixel 📱');
  await registerDevice(token, device, 'Renamed');
  await removeDevice(token, device);
  const mails = await eventually(async () => {
    const found = await readMails(services.mailDir, email);
    expect(found).toHaveLength(2);
    return found;
  });
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'QR Attendance System: A device was registered',
    'QR Attendance System: A device was removed',
  ]);
  const [text = ''] = mails.filter(({ subject }) => subject.endsWith('registered')).map((mail) => mail.text);
  expect(text).toContain('Hello Zoë "Z" <b>,');
  expect(text).toContain('The device "Pixel 📱" was registered');
});

describe('consent to selfies', () => {
  const consent = (token: string, given: unknown) =>
    client.send<{ selfieConsentAt: string | null }>('POST', '/api/auth/selfie-consent', {
      token,
      body: { given },
    });

  it('is absent by default, keeps its first date, and can be withdrawn', async () => {
    const { token, id } = await client.registerStudent();
    const me = await client.send('GET', '/api/auth/me', { token });
    expect(me.body).toMatchObject({ profile: { selfieConsentAt: null } });
    expect(await securityOf(id)).toMatchObject({ selfieConsent: false });

    const { body } = await consent(token, true);
    expect(body.selfieConsentAt).toEqual(expect.any(String));
    expect(await consent(token, true)).toMatchObject({ status: 200, body });
    expect(await securityOf(id)).toMatchObject({ selfieConsent: true });

    expect(await consent(token, false)).toMatchObject({ body: { selfieConsentAt: null } });
    expect(await securityOf(id)).toMatchObject({ selfieConsent: false });
    expect(await consent(token, 'yes')).toMatchObject({ status: 400 });
  });
});

describe('marks from a device', () => {
  it('update its last use in any order, and an invalid event does not block others', async () => {
    const bus = await connectPostgresEventBus({
      url: services.busUrl,
      log: createLogger('test', 'silent'),
    });
    const { token, id } = await client.registerStudent();
    const [often, once] = [createDevice(), createDevice()];
    for (const device of [often, once]) await registerDevice(token, device);
    const used = (deviceId: string, markedAt: string) =>
      createEvent(attendanceMarked, randomUUID(), {
        id: randomUUID(),
        studentId: id,
        deviceId,
        markedAt,
        version: 1,
        sessionId: 'a'.repeat(24),
        courseId: 'b'.repeat(24),
        status: 'PRESENT',
      });
    const at = (hour: number) => `2026-09-14T0${hour}:00:00.000Z`;
    const events = [
      used(often.deviceId, at(8)),
      used(often.deviceId, at(9)),
      used('no uuid', at(9)),
      used(once.deviceId, at(7)),
    ];
    const lastUses = async () => {
      const { body } = await registerDevice(token, often);
      return new Map(body.map(({ deviceId, lastUsed }) => [deviceId, lastUsed]));
    };
    const expected = new Map([
      [often.deviceId, at(9)],
      [once.deviceId, at(7)],
    ]);
    try {
      await Promise.all(events.map((event) => bus.publish(event)));
      await eventually(async () => expect(await lastUses()).toEqual(expected));
      await bus.publish(used(often.deviceId, at(6)));
      await bus.publish(used(once.deviceId, at(8)));
      await eventually(async () => expect(await lastUses()).toEqual(expected.set(once.deviceId, at(8))));
    } finally {
      await bus.close();
    }
  });
});
