import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TotpSetup } from '@qr-attendance/contracts';
import {
  eventually,
  startServices,
  type TestServices,
  totpCodeOf,
  wrongTotpCodeOf,
} from '@qr-attendance/test-kit';
import { createClient, PASSWORD, type Client } from './support/client.ts';
import { readAllMails, secretOfLink } from './support/emails.ts';
import { type SecondFactorClient, useSecondFactor } from './support/second-factor.ts';

const SETUP_NEEDED = { status: 401, body: { code: 'second_factor_setup_required' } };
const EXPIRED = { status: 401, body: { code: 'second_factor_expired' } };

let services: TestServices;
let client: Client;
let factor: SecondFactorClient;
beforeAll(async () => {
  services = await startServices(['auth'], { env: { auth: { SECOND_FACTOR_REQUIRED: 'staff' } } });
  client = createClient(services);
  factor = useSecondFactor(client);
});
afterAll(() => services.stop());

const registeredTeacher = async () => {
  const registration = await client.registerTeacher();
  const { secret, body } = await factor.setUpAtSignIn(registration);
  await factor.passTime(body.user._id);
  const { user, token, recoveryCodes } = body;
  return { id: user._id, email: registration.email, token, secret, recoveryCodes };
};
const adminWithFactor = async () => {
  const email = await client.createAdmin();
  const { secret, body } = await factor.setUpAtSignIn(await client.signIn(email));
  await factor.passTime(body.user._id);
  return { id: body.user._id, email, token: body.token, secret };
};

describe('a required second factor', () => {
  it('is set up at the end of a registration', async () => {
    const registration = await client.registerTeacher();
    expect(registration).toMatchObject(SETUP_NEEDED);
    expect(registration.cookies).toMatchObject({ qr_email_request: expect.any(String) });
    const { status, body, cookies, secret } = await factor.setUpAtSignIn(registration);
    expect({ status, codes: body.recoveryCodes.length }).toEqual({ status: 200, codes: 10 });
    expect((await client.refresh(cookies)).status).toBe(200);
    const actions = await client.query('SELECT action FROM admin_actions WHERE person_id = $1', [
      body.user._id,
    ]);
    expect(actions).toEqual([{ action: 'activate second factor' }]);
    await factor.passTime(body.user._id);
    const challenge = await client.signIn(registration.email);
    expect(challenge).toMatchObject({ status: 401, body: { code: 'second_factor_required' } });
    expect((await factor.finish(challenge, { code: totpCodeOf(secret) })).status).toBe(200);
  });

  it('is set up at the first sign-in of an administrator, and not asked of students', async () => {
    const admin = await adminWithFactor();
    const list = await client.send<unknown[]>('GET', `/api/auth/people?search=${admin.email}`, {
      token: admin.token,
    });
    expect(list.body).toMatchObject([{ hasSecondFactor: true }]);
    expect((await client.register()).status).toBe(201);
  });

  it('cannot be set up at a sign-in once there is one', async () => {
    const teacher = await registeredTeacher();
    const challenge = await client.signIn(teacher.email);
    expect(await factor.atSignIn(challenge, 'setup')).toMatchObject({
      status: 409,
      body: { code: 'second_factor_active' },
    });
    expect(
      await factor.atSignIn(challenge, 'activation', { code: totpCodeOf(teacher.secret) }),
    ).toMatchObject({
      status: 409,
      body: { code: 'second_factor_active' },
    });
    expect(await factor.atSignIn({ cookies: {} }, 'setup')).toMatchObject(EXPIRED);
  });

  it('is not set up by a wrong code, of which five end the sign-in', async () => {
    const challenge = await client.registerTeacher();
    const { secret } = (await factor.atSignIn<TotpSetup>(challenge, 'setup')).body;
    for (let tries = 0; tries < 5; tries += 1)
      expect((await factor.atSignIn(challenge, 'activation', { code: wrongTotpCodeOf(secret) })).status).toBe(
        400,
      );
    expect(await factor.atSignIn(challenge, 'activation', { code: totpCodeOf(secret) })).toMatchObject(
      EXPIRED,
    );
    expect(await client.signIn(challenge.email)).toMatchObject(SETUP_NEEDED);
  });

  it('cannot be removed by its owner, but replaced', async () => {
    const teacher = await registeredTeacher();
    expect(await factor.ofMe(teacher, 'DELETE')).toMatchObject({
      status: 403,
      body: { code: 'second_factor_required_here' },
    });
    expect((await factor.ofMe(teacher, 'GET')).body).toMatchObject({ isActive: true, isRequired: true });
    const { secret } = await factor.setUp(teacher);
    expect(secret).not.toBe(teacher.secret);
  });

  it('is needed with an emailed link, too', async () => {
    const teacher = await registeredTeacher();
    await client.countAsVerified(teacher.email);
    await client.send('POST', '/api/auth/sign-in-link', { body: { email: teacher.email } });
    const token = await secretOfLink(services.mailDir, teacher.email, 'sign-in-link');
    const challenge = await client.send('POST', '/api/auth/sign-in-link/redeem', { body: { token } });
    expect(challenge).toMatchObject({ status: 401, body: { code: 'second_factor_required' } });
    const [recoveryCode] = teacher.recoveryCodes;
    const { status, body } = await factor.finish(challenge, { recoveryCode });
    expect(status).toBe(200);
    // The email and a stolen recovery code must not suffice to replace the factor.
    expect(await factor.ofMe(body, 'POST', '/setup')).toMatchObject({
      status: 403,
      body: { code: 'fresh_proof_required' },
    });
  });
});

describe('a lost second factor', () => {
  it('is reset by another administrator, which is audited and emailed', async () => {
    const [admin, teacher] = [await adminWithFactor(), await registeredTeacher()];
    await client.countAsVerified(teacher.email);
    const reset = (id: string, body: object = { reason: 'A lost phone' }) =>
      client.send('POST', `/api/auth/people/${id}/reset-second-factor`, { token: admin.token, body });
    expect((await reset(teacher.id, {})).status).toBe(400);
    expect(await reset(admin.id)).toMatchObject({
      status: 403,
      body: { code: 'not_yourself' },
    });
    for (const _again of [1, 2])
      expect(await reset(teacher.id)).toMatchObject({
        status: 200,
        body: { hasSecondFactor: false },
      });
    expect(await client.signIn(teacher.email)).toMatchObject(SETUP_NEEDED);
    const log = await client.send<unknown[]>('GET', `/api/auth/audit-log?personId=${teacher.id}`, {
      token: admin.token,
    });
    expect(log.body).toMatchObject([
      { action: 'reset_second_factor', by: { _id: admin.id }, reason: 'A lost phone' },
      { action: 'activate_second_factor', by: { _id: teacher.id } },
    ]);
    await eventually(async () => {
      const subjects = (await readAllMails(services.mailDir, teacher.email)).map(({ subject }) => subject);
      expect(subjects.join()).toContain('Your second factor was reset');
    });
  });
});

it('a new password by an emailed link ends unfinished sign-ins, and does not replace the second factor', async () => {
  const teacher = await registeredTeacher();
  await client.countAsVerified(teacher.email);
  await client.send('POST', '/api/auth/forgot-password', { body: { email: teacher.email } });
  const token = await secretOfLink(services.mailDir, teacher.email, 'reset-password');
  const challenge = await client.signIn(teacher.email);
  await client.send('POST', '/api/auth/reset-password', { body: { token, password: PASSWORD } });
  expect(await factor.finish(challenge, { code: totpCodeOf(teacher.secret) })).toMatchObject(EXPIRED);
  expect(await client.signIn(teacher.email)).toMatchObject({
    status: 401,
    body: { code: 'second_factor_required' },
  });
});
