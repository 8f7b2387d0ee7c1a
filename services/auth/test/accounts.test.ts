import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { startServices, type TestServices } from '@qr-attendance/test-kit';
import { DEFAULT_SECURITY_PREFERENCES } from '@qr-attendance/contracts';

let services: TestServices;
beforeAll(async () => {
  services = await startServices(['auth']);
});
afterAll(() => services.stop());

const REFRESH = { 'x-requested-with': 'qr-attendance' };
const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(services.urls.auth + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: (text ? JSON.parse(text) : undefined) as never,
    cookie: response.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; '),
  };
};
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const newStudent = (email = `${randomUUID()}@campus.example`) => ({
  name: 'Grace Hopper',
  email,
  password: 'correct horse battery',
  userType: 'STUDENT',
  usn: 'U1',
  regNo: 'R1',
  department: 'Electronics',
  semester: 3,
});
interface SignInAnswer {
  token: string;
  user: { _id: string };
}
const register = async (student = newStudent()) => {
  const answer = await send('POST', '/api/auth/register', student);
  return { ...answer, ...(answer.body as SignInAnswer) };
};

describe('registering', () => {
  it('gives a student the default preferences, no PIN and no device', async () => {
    const { status, body } = await register();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      user: { userType: 'STUDENT' },
      profile: {
        securityPreferences: DEFAULT_SECURITY_PREFERENCES,
        registeredDevices: [],
        passkeys: [],
        hasPin: false,
      },
    });
    expect(JSON.stringify(body)).not.toMatch(/password|hash/i);
  });

  it('rejects a taken email address, whatever its spelling', async () => {
    const email = `${randomUUID()}@Campus.Example`;
    await register(newStudent(email));
    const again = await send('POST', '/api/auth/register', newStudent(email.toUpperCase()));
    expect(again).toMatchObject({ status: 409, body: { code: 'email_taken' } });
  });

  it('accepts one of two concurrent registrations with the same address', async () => {
    const student = newStudent();
    const both = await Promise.all([register(student), register(student)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it('ignores fields that the form does not contain', async () => {
    const { token } = await register({ ...newStudent(), role: 'ADMIN', version: 7 } as never);
    expect(await send('GET', '/api/auth/me', undefined, bearer(token))).toMatchObject({
      body: { user: { userType: 'STUDENT' } },
    });
  });
});

describe('signing in', () => {
  it('rejects an address with characters that the database cannot store', async () => {
    const answer = await send('POST', '/api/auth/login', { email: 'a\u0000b', password: 'x' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });
});

describe('staying signed in', () => {
  it('rotates the refresh token, and revokes its family when an old token is reused', async () => {
    const { cookie } = await register();
    const first = await send('POST', '/api/auth/refresh', undefined, { ...REFRESH, cookie });
    expect(first.status).toBe(200);
    expect(first.cookie).not.toBe(cookie);

    const atOnce = await send('POST', '/api/auth/refresh', undefined, { ...REFRESH, cookie });
    expect(atOnce.status).toBe(200);
  });

  it('requires a header that cross-site pages cannot send', async () => {
    const { cookie } = await register();
    expect(await send('POST', '/api/auth/refresh', undefined, { cookie })).toMatchObject({ status: 403 });
  });

  it('ends at sign-out', async () => {
    const { cookie } = await register();
    expect(await send('POST', '/api/auth/refresh/revoke', undefined, { ...REFRESH, cookie })).toMatchObject({
      status: 204,
    });
    const after = await send('POST', '/api/auth/refresh', undefined, { ...REFRESH, cookie });
    expect(after.status).toBe(401);
  });

  it('rejects tokens that are expired, of another kind, or signed by another key', async () => {
    const { user } = await register();
    const expired = services.tokenFor({ id: user._id, userType: 'STUDENT', name: 'Grace' }, -1);
    const ticket = services.ticketFor({
      userId: user._id,
      sessionId: 'a'.repeat(24),
      courseId: 'b'.repeat(24),
    });
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${expired.split('.')[1]}.`;
    for (const token of [expired, ticket, unsigned])
      expect(await send('GET', '/api/auth/me', undefined, bearer(token))).toMatchObject({ status: 401 });
  });
});

describe('security settings', () => {
  it('store PIN and device, and publish a verifier instead of the PIN', async () => {
    const { token, user } = await register();
    const deviceId = randomUUID();
    expect(await send('POST', '/api/auth/set-pin', { pin: '2468' }, bearer(token))).toMatchObject({
      status: 200,
    });
    const devices = await send(
      'POST',
      '/api/auth/register-device',
      { deviceId, deviceName: '<b>Phone</b> 📱' },
      bearer(token),
    );
    expect(devices.body).toEqual([
      {
        deviceId,
        deviceName: '<b>Phone</b> 📱',
        lastUsed: null,
        countsFrom: expect.any(String),
        waiting: false,
        hasKey: false,
      },
    ]);

    const path = `/internal/students/${user._id}/security`;
    expect(await send('GET', path, undefined, bearer(token))).toMatchObject({ status: 401 });
    const { body } = await send('GET', path, undefined, bearer(services.internalToken));
    expect(body).toMatchObject({ version: 3 });
    expect(JSON.stringify(body)).not.toContain('2468');
  });

  it('store every preference', async () => {
    const { token } = await register();
    const securityPreferences = {
      ...DEFAULT_SECURITY_PREFERENCES,
      requireBiometric: true,
      requireSelfie: true,
    };
    expect(
      await send('POST', '/api/auth/update-security', { securityPreferences }, bearer(token)),
    ).toMatchObject({ status: 200, body: { securityPreferences } });
  });

  it('return 401 if the account no longer exists', async () => {
    const token = services.tokenFor({ id: randomUUID(), userType: 'STUDENT', name: 'Nobody' });
    expect(await send('POST', '/api/auth/set-pin', { pin: '2468' }, bearer(token))).toMatchObject({
      status: 401,
    });
  });
});
