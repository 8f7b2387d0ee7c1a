import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AccountCheck, StudentSecurity } from '@qr-attendance/contracts';
import { eventually, createDevice, startServices, type TestServices } from '@qr-attendance/test-kit';
import { createClient, type Client } from './support/client.ts';
import { readMails, tokenIn } from './support/emails.ts';

const PATH = '/api/auth/account-check';
const NEW_PASSWORD = 'another horse, another battery';

let services: TestServices;
let client: Client;
beforeAll(async () => {
  services = await startServices(['auth']);
  client = createClient(services);
});
afterAll(() => services.stop());

const check = async (token: string) => (await client.send<AccountCheck>('GET', PATH, { token })).body;
const drop = (token: string, body: unknown) => client.send<AccountCheck>('POST', PATH, { token, body });
const addDevice = async (token: string, deviceName: string) => {
  const { deviceId, publicKey } = createDevice();
  await client.send('POST', '/api/auth/register-device', {
    token,
    body: { deviceId, publicKey, deviceName },
  });
  return deviceId;
};
const securityOf = async (id: string) =>
  (
    await client.send<StudentSecurity>('GET', `/internal/students/${id}/security`, {
      token: services.internalToken,
    })
  ).body;

/**
 * Somebody registers with another person's address and sets up everything; then the owner of the address
 * chooses a new password by email.
 */
const takeOver = async (verified = false) => {
  const squatter = await client.register({ name: 'Mallory' });
  const { email, token, id } = squatter;
  if (verified) await client.countAsVerified(email);
  const devices = [await addDevice(token, 'Mallory’s phone'), await addDevice(token, 'Mallory’s tablet')];
  await client.send('POST', '/api/auth/set-pin', { token, body: { pin: '2468' } });
  const passkey = randomUUID();
  await client.query(
    `INSERT INTO passkeys (id, student_id, credential_id, public_key, transports, name)
     VALUES ($1, $2, $3, 'x', '{}', 'Mallory’s key')`,
    [passkey, id, randomUUID()],
  );
  await client.send('POST', '/api/auth/forgot-password', { body: { email } });
  const link = await eventually(async () => {
    const found = (await readMails(services.mailDir, email)).map(tokenIn).find(Boolean);
    if (!found) throw new Error('not there yet');
    return found;
  });
  await client.send('POST', '/api/auth/reset-password', { body: { token: link, password: NEW_PASSWORD } });
  const owner = await client.signIn(email, NEW_PASSWORD);
  return { id, token: owner.body.token, email, devices, passkey };
};

describe('the account check after a password reset', () => {
  it('lists what the previous user set up, and removes what the owner selects', async () => {
    const { id, token, email, devices, passkey } = await takeOver();
    const [phone = '', tablet = ''] = devices;
    expect(await check(token)).toMatchObject({
      name: 'Mallory',
      devices: [{ deviceId: phone, deviceName: 'Mallory’s phone' }, { deviceId: tablet }],
      passkeys: [{ id: passkey, name: 'Mallory’s key' }],
      hasPin: true,
    });
    const before = await securityOf(id);
    for (let repeat = 0; repeat < 2; repeat += 1)
      expect(await drop(token, { devices: [phone], passkeys: [passkey], pin: true })).toMatchObject({
        status: 200,
        body: { devices: [{ deviceId: tablet }], passkeys: [], hasPin: false },
      });
    expect(await securityOf(id)).toMatchObject({
      pinVerifier: null,
      passkeys: [],
      version: before.version + 2,
    });
    await eventually(async () => {
      const removed = (await readMails(services.mailDir, email)).filter(({ subject }) =>
        subject.includes('was removed'),
      );
      expect(removed.map(({ subject }) => subject).sort()).toEqual([
        'QR Attendance System: A device was removed',
        'QR Attendance System: A passkey was removed',
      ]);
    });
  });

  it('applies the cool-down to a device that replaces a removed device', async () => {
    const { token, devices } = await takeOver();
    await drop(token, { devices });
    await addDevice(token, 'Mine');
    const { devices: mine } = await check(token);
    expect(mine).toMatchObject([{ deviceName: 'Mine' }]);
    expect(Date.parse(mine[0]?.countsFrom ?? '')).toBeGreaterThan(Date.now());
  });

  it('allows the name to be corrected once if the address was not verified before', async () => {
    const { token } = await takeOver();
    expect(await check(token)).toMatchObject({ name: 'Mallory', mayCorrectName: true });
    expect(await drop(token, { name: 'Grace Hopper' })).toMatchObject({
      status: 200,
      body: { name: 'Grace Hopper', mayCorrectName: false, hasPin: true },
    });
    expect(await drop(token, { name: 'Somebody Else', pin: true })).toMatchObject({
      status: 403,
      body: { code: 'name_not_open' },
    });
    expect(await check(token)).toMatchObject({ name: 'Grace Hopper', hasPin: true });
  });

  it('rejects a name correction if the address was verified before, a day later, or without a reset', async () => {
    const [known, late, other] = [await takeOver(true), await takeOver(), await client.register()];
    await client.query('UPDATE users SET name_open_until = now() WHERE id = $1', [late.id]);
    for (const { token } of [known, late, other]) {
      expect(await check(token)).toMatchObject({ mayCorrectName: false });
      expect((await drop(token, { name: 'Grace Hopper' })).status).toBe(403);
    }
  });
});

describe('an account check', () => {
  it('changes nothing about other people, and ignores unknown IDs', async () => {
    const [mine, theirs] = [await client.register(), await client.register()];
    const device = await addDevice(theirs.token, 'Theirs');
    expect((await drop(mine.token, { devices: [device] })).status).toBe(200);
    expect(await check(theirs.token)).toMatchObject({ devices: [{ deviceId: device }] });
    for (const body of [{ devices: ['x'] }, { devices: device }, { pin: 'yes' }, { name: '' }, 'none'])
      expect((await drop(mine.token, body)).status).toBe(400);
  });

  it('shows only the name to a teacher', async () => {
    const { token } = await client.registerTeacher();
    expect(await check(token)).toEqual({
      name: 'Ada Lovelace',
      mayCorrectName: false,
      devices: [],
      passkeys: [],
      hasPin: false,
    });
    expect((await drop(token, { pin: true })).status).toBe(200);
  });
});
