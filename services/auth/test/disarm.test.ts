import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  Passkey,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  Profile,
  SecurityPreferences,
} from '@qr-attendance/contracts';
import {
  createDevice,
  createPasskey,
  startServices,
  type TestPasskey,
  type TestServices,
} from '@qr-attendance/test-kit';
import { createClient, type Client } from './support/client.ts';

const ORIGIN = 'http://localhost:8080';
const REFUSED = { status: 403, body: { code: 'fresh_proof_required' } };
const EVERYTHING: SecurityPreferences = {
  requirePin: true,
  requireBiometric: true,
  requireDeviceVerification: true,
  requireSelfie: true,
};

let services: TestServices;
let client: Client;
beforeAll(async () => {
  services = await startServices(['auth'], { env: { auth: { PUBLIC_ORIGINS: ORIGIN } } });
  client = createClient(services);
});
afterAll(() => services.stop());

const send = <Body = Record<string, unknown>>(token: string, method: string, path: string, body?: unknown) =>
  client.send<Body>(method, `/api/auth/${path}`, { token, body, headers: { origin: ORIGIN } });

const protectedStudent = async () => {
  const { token, id, cookies } = await client.registerStudent();
  const device = createDevice();
  const { deviceId, publicKey } = device;
  await send(token, 'POST', 'register-device', { deviceId, publicKey, deviceName: 'Phone' });
  const options = await send<PasskeyCreationOptions>(token, 'POST', 'passkeys/registration-options');
  const passkey = createPasskey();
  const added = await send<Passkey[]>(token, 'POST', 'passkeys', {
    name: 'Phone',
    credential: passkey.register(options.body, { origin: ORIGIN }),
  });
  await send(token, 'POST', 'set-pin', { pin: '2468' });
  await send(token, 'POST', 'update-security', { securityPreferences: EVERYTHING });
  const unproven = await client.tokenWithoutProof({ id, cookies });
  return { token: unproven, id, deviceId, passkey, passkeyId: added.body[0]?.id ?? '' };
};
const profileOf = async (token: string) =>
  (await send<{ profile: Profile }>(token, 'GET', 'me')).body.profile;
const verifierOf = async (id: string) =>
  (await client.query<{ pin_hash: string }>('SELECT pin_hash FROM students WHERE user_id = $1', [id]))[0];

const changesOf = ({ deviceId, passkeyId }: { deviceId: string; passkeyId: string }) =>
  [
    ['DELETE', `devices/${deviceId}`, undefined],
    ['DELETE', `passkeys/${passkeyId}`, undefined],
    ['POST', 'set-pin', { pin: '1357' }],
    ['POST', 'account-check', { devices: [deviceId] }],
    ['POST', 'account-check', { passkeys: [passkeyId] }],
    ['POST', 'account-check', { pin: true }],
    ['POST', 'update-security', { securityPreferences: { ...EVERYTHING, requirePin: false } }],
    ['POST', 'update-security', { securityPreferences: { ...EVERYTHING, requireBiometric: false } }],
    ['POST', 'update-security', { securityPreferences: { ...EVERYTHING, requireDeviceVerification: false } }],
    ['POST', 'update-security', { securityPreferences: { ...EVERYTHING, requireSelfie: false } }],
  ] as const;

describe('an access token without a recent password', () => {
  it('cannot remove devices or passkeys, replace the PIN, or weaken the preferences', async () => {
    const student = await protectedStudent();
    const { token, id } = student;
    const before = [await profileOf(token), await verifierOf(id)];
    for (const [method, path, body] of changesOf(student))
      expect(await send(token, method, path, body)).toMatchObject(REFUSED);
    expect([await profileOf(token), await verifierOf(id)]).toEqual(before);
  });

  it('can strengthen the preferences, but not set the first PIN or register the first device', async () => {
    const { deviceId, publicKey } = createDevice();
    const token = await client.tokenWithoutProof(await client.registerStudent());
    expect(await send(token, 'POST', 'set-pin', { pin: '2468' })).toMatchObject(REFUSED);
    const device = { deviceId, publicKey, deviceName: 'Phone' };
    expect(await send(token, 'POST', 'register-device', device)).toMatchObject(REFUSED);
    expect(await send(token, 'POST', 'update-security', { securityPreferences: EVERYTHING })).toMatchObject({
      status: 200,
    });
  });

  it('can make all these changes after the password was entered', async () => {
    const student = await protectedStudent();
    const { body: proved } = await client.confirmPassword(student.token);
    for (const [method, path, body] of changesOf(student))
      expect(await send(proved.token, method, path, body)).toMatchObject({ status: 200 });
  });

  it('gains nothing when its owner enters the password in another browser', async () => {
    const student = await protectedStudent();
    expect(await client.confirmPassword(student.token)).toMatchObject({ status: 200 });
    for (const [method, path, body] of changesOf(student))
      expect(await send(student.token, method, path, body)).toMatchObject(REFUSED);
  });
});

describe('a passkey as a proof', () => {
  const begin = (token: string) => send<PasskeyRequestOptions>(token, 'POST', 'passkeys/proof-options');
  const answer = (passkey: TestPasskey, { challenge, rpId = '' }: PasskeyRequestOptions, more: object = {}) =>
    passkey.assert({ challenge, rpId, origin: ORIGIN, ...more });
  const prove = (token: string, credential: unknown) =>
    send<{ token: string; freshUntil: string }>(token, 'POST', 'passkeys/proof', { credential });
  const WRONG = { status: 400, body: { code: 'passkey_invalid' } };

  it('replaces the password, once per challenge', async () => {
    const { token, passkey, deviceId } = await protectedStudent();
    const { body: options } = await begin(token);
    const credential = answer(passkey, options);
    const proved = await prove(token, credential);
    expect(proved.status).toBe(200);
    expect(Date.parse(proved.body.freshUntil)).toBeGreaterThan(Date.now());
    expect(await send(proved.body.token, 'DELETE', `devices/${deviceId}`)).toMatchObject({ status: 200 });
    expect(await prove(token, credential)).toMatchObject(WRONG);
  });

  it("is rejected from another passkey, without user verification, and for another student's challenge", async () => {
    const { token, passkey, deviceId } = await protectedStudent();
    const other = await protectedStudent();
    for (const make of [
      (options: PasskeyRequestOptions) => answer(createPasskey(), options),
      (options: PasskeyRequestOptions) => answer(other.passkey, options),
      (options: PasskeyRequestOptions) => answer(passkey, options, { userVerified: false }),
      (options: PasskeyRequestOptions) => answer(passkey, options, { challenge: '\u0000' }),
      (options: PasskeyRequestOptions) => answer(passkey, options, { origin: 'https://evil.example' }),
    ])
      expect(await prove(token, make((await begin(token)).body))).toMatchObject(WRONG);
    expect(await prove(token, answer(passkey, (await begin(other.token)).body))).toMatchObject(WRONG);
    expect(await send(token, 'DELETE', `devices/${deviceId}`)).toMatchObject(REFUSED);
  });

  it('is rejected during its cool-down', async () => {
    const { token, id, passkey } = await protectedStudent();
    const { body: options } = await begin(token);
    await client.query("UPDATE passkeys SET counts_from = now() + interval '1 hour' WHERE student_id = $1", [
      id,
    ]);
    expect(await prove(token, answer(passkey, options))).toMatchObject(WRONG);
    expect(await begin(token)).toMatchObject({ status: 409, body: { code: 'no_passkey' } });
  });
});
