import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Passkey, RecoveryCodes, SecondFactor } from '@qr-attendance/contracts';
import {
  createPasskey,
  eventually,
  startServices,
  type TestServices,
  totpCodeOf,
} from '@qr-attendance/test-kit';
import { createClient, PASSWORD, type Client } from './support/client.ts';
import { readAllMails, secretOfLink } from './support/emails.ts';
import { PAGE_ORIGIN, type SecondFactorClient, useSecondFactor } from './support/second-factor.ts';

const LAST_FACTOR = { status: 409, body: { code: 'last_second_factor' } };
const needed = (hasApp: boolean, hasPasskey: boolean) => ({
  status: 401,
  body: { code: 'second_factor_required', details: { hasApp, hasPasskey } },
});

let services: TestServices;
let client: Client;
let factor: SecondFactorClient;
beforeAll(async () => {
  services = await startServices(['auth'], {
    env: { auth: { SECOND_FACTOR_REQUIRED: 'staff', PUBLIC_ORIGINS: PAGE_ORIGIN } },
  });
  client = createClient(services);
  factor = useSecondFactor(client);
});
afterAll(() => services.stop());

const teacherWithPasskey = async () => {
  const registration = await client.registerTeacher();
  const { passkey, activation, body, cookies } = await factor.setUpPasskeyAtSignIn(registration);
  const { user, token, recoveryCodes } = body;
  return { id: user._id, email: registration.email, token, passkey, activation, recoveryCodes, cookies };
};
const studentWithPasskey = async () => {
  const student = await client.registerStudent();
  const passkey = createPasskey();
  const path = '/api/auth/passkeys';
  const options = await client.send('POST', `${path}/registration-options`, student);
  const credential = passkey.register(options.body as never, { origin: PAGE_ORIGIN });
  const body = { name: 'My phone', credential };
  const added = await client.send<Passkey[]>('POST', path, { ...student, body });
  return { ...student, passkey, passkeyId: added.body[0]?.id ?? '' };
};
const factorOf = async (person: { token: string }) =>
  (await factor.ofMe<Required<SecondFactor>>(person, 'GET')).body;
const removePasskey = (person: { token: string }, id: string) =>
  client.send('DELETE', `/api/auth/passkeys/${id}`, person);
const subjectsTo = async (email: string) =>
  (await readAllMails(services.mailDir, email)).map(({ subject }) => subject).join();

describe('a passkey that is set up at a sign-in that requires a second factor', () => {
  it('finishes the sign-in and comes with recovery codes, which the owner is emailed about', async () => {
    const registration = await client.registerTeacher();
    expect(registration.body).toMatchObject({
      code: 'second_factor_setup_required',
      details: { hasApp: false, hasPasskey: false },
    });
    await client.countAsVerified(registration.email);
    const { status, body, cookies } = await factor.setUpPasskeyAtSignIn(registration);
    expect({ status, codes: body.recoveryCodes.length }).toEqual({ status: 200, codes: 10 });
    expect((await client.refresh(cookies)).status).toBe(200);
    expect(await factorOf(body)).toMatchObject({
      isActive: true,
      hasApp: false,
      passkeys: [{ name: 'Laptop' }],
      recoveryCodesLeft: 10,
      isRequired: true,
    });
    const actions = 'SELECT action FROM admin_actions WHERE person_id = $1';
    expect(await client.query(actions, [body.user._id])).toEqual([{ action: 'activate second factor' }]);
    await eventually(async () =>
      expect(await subjectsTo(registration.email)).toContain('A passkey was added as a second factor'),
    );
  });

  it('signs in afterwards in place of a code, once per assertion, but again if the response was lost', async () => {
    const teacher = await teacherWithPasskey();
    const challenge = await client.signIn(teacher.email);
    expect(challenge).toMatchObject(needed(false, true));
    const passkey = await factor.assertAtSignIn(challenge, teacher.passkey);
    const answer = await factor.finish(challenge, { passkey });
    expect(answer).toMatchObject({ status: 200, body: { user: { email: teacher.email } } });
    expect((await factor.finish(challenge, { passkey })).status).toBe(200);
    const another = await client.signIn(teacher.email);
    expect(await factor.finish(another, { passkey })).toMatchObject({
      status: 400,
      body: { code: 'passkey_invalid' },
    });
  });

  it('returns other recovery codes if the activation is repeated because its response was lost', async () => {
    const registration = await client.registerTeacher();
    const { activation, body } = await factor.setUpPasskeyAtSignIn(registration);
    const repeated = await factor.atSignIn<RecoveryCodes & { token: string }>(
      registration,
      'activation',
      activation,
    );
    expect(repeated.status).toBe(200);
    expect(repeated.body.recoveryCodes).not.toEqual(body.recoveryCodes);
    const [recoveryCode] = repeated.body.recoveryCodes;
    const challenge = await client.signIn(registration.email);
    expect((await factor.finish(challenge, { recoveryCode })).status).toBe(200);
  });

  it.each([
    ['of somebody else', async () => (await teacherWithPasskey()).passkey, {}],
    ['without user verification', undefined, { userVerified: false }],
    ['for another page', undefined, { origin: 'https://evil.example' }],
  ])('is not replaced by a passkey %s', async (_what, other, changed) => {
    const teacher = await teacherWithPasskey();
    const passkey = (await other?.()) ?? teacher.passkey;
    const challenge = await client.signIn(teacher.email);
    const { body } = await factor.atSignIn<{ challenge: string; rpId: string }>(challenge, 'passkey-options');
    const assertion = passkey.assert({ ...body, origin: PAGE_ORIGIN, ...changed });
    expect(await factor.finish(challenge, { passkey: assertion })).toMatchObject({
      status: 400,
      body: { code: 'passkey_invalid' },
    });
  });

  it('cannot be used for a sign-in that has expired or was never begun', async () => {
    const expired = { status: 401, body: { code: 'second_factor_expired' } };
    expect(await factor.atSignIn({ cookies: {} }, 'passkey-options')).toMatchObject(expired);
    expect(await factor.atSignIn({ cookies: {} }, 'registration-options')).toMatchObject(expired);
    const teacher = await teacherWithPasskey();
    const challenge = await client.signIn(teacher.email);
    for (let tries = 0; tries < 5; tries += 1) {
      const passkey = await factor.assertAtSignIn(challenge, createPasskey());
      expect((await factor.finish(challenge, { passkey })).status).toBe(400);
    }
    const passkey = teacher.passkey.assert({ challenge: 'AAAA', rpId: 'localhost', origin: PAGE_ORIGIN });
    expect(await factor.finish(challenge, { passkey })).toMatchObject(expired);
  });

  it('cannot be added at a sign-in that only lacks the second factor', async () => {
    const teacher = await teacherWithPasskey();
    const { status, body } = await factor.setUpPasskeyAtSignIn(await client.signIn(teacher.email));
    expect({ status, body }).toMatchObject({ status: 409, body: { code: 'second_factor_active' } });
    expect((await factorOf(teacher)).passkeys).toHaveLength(1);
  });

  it('works while wrong codes delay the codes', async () => {
    const teacher = await teacherWithPasskey();
    await factor.setUp(teacher);
    for (let tries = 0; tries < 11; tries += 1)
      await factor.finish(await client.signIn(teacher.email), { code: '000000' });
    const challenge = await client.signIn(teacher.email);
    expect(await factor.finish(challenge, { code: '000000' })).toMatchObject({ status: 429 });
    expect((await factor.finishByPasskey(challenge, teacher.passkey)).status).toBe(200);
  });
});

describe('the last second factor', () => {
  it('cannot be removed as a passkey or an app, unless there is another one', async () => {
    const teacher = await teacherWithPasskey();
    const [own] = (await factorOf(teacher)).passkeys;
    const drop = (passkeys: unknown[]) =>
      client.send('POST', '/api/auth/account-check', { ...teacher, body: { passkeys } });
    expect(await removePasskey(teacher, own?.id ?? '')).toMatchObject(LAST_FACTOR);
    expect(await drop([own?.id])).toMatchObject(LAST_FACTOR);
    expect(await factor.ofMe(teacher, 'DELETE')).toMatchObject({
      status: 403,
      body: { code: 'second_factor_required_here' },
    });
    expect(await factor.ofMe(teacher, 'DELETE', '/app')).toMatchObject({ status: 400 });
    const { secret } = await factor.setUp(teacher);
    expect(await client.signIn(teacher.email)).toMatchObject(needed(true, true));
    expect((await removePasskey(teacher, own?.id ?? '')).status).toBe(200);
    expect(await factor.ofMe(teacher, 'DELETE', '/app')).toMatchObject(LAST_FACTOR);
    const challenge = await client.signIn(teacher.email);
    expect(challenge).toMatchObject(needed(true, false));
    expect((await factor.finish(challenge, { code: totpCodeOf(secret) })).status).toBe(200);
  });

  it('remains whatever is removed at the same time', async () => {
    const teacher = await teacherWithPasskey();
    await factor.addPasskey(teacher);
    await factor.setUp(teacher);
    const { passkeys } = await factorOf(teacher);
    const removals = await Promise.all([
      ...passkeys.map(({ id }) => removePasskey(teacher, id)),
      factor.ofMe(teacher, 'DELETE', '/app'),
    ]);
    expect(removals.map(({ status }) => status).filter((status) => status >= 400)).toEqual([409]);
    const left = await factorOf(teacher);
    expect(left.passkeys.length + Number(left.hasApp)).toBe(1);
  });

  it('is an app or a passkey, of which each replaces the other', async () => {
    const teacher = await teacherWithPasskey();
    await client.countAsVerified(teacher.email);
    const { secret } = await factor.setUp(teacher);
    expect((await factor.ofMe(teacher, 'DELETE', '/app')).status).toBe(204);
    const challenge = await client.signIn(teacher.email);
    expect(challenge).toMatchObject(needed(false, true));
    expect((await factor.finish(challenge, { code: totpCodeOf(secret) })).status).toBe(400);
    expect((await factor.finishByPasskey(challenge, teacher.passkey)).status).toBe(200);
    await eventually(async () =>
      expect(await subjectsTo(teacher.email)).toContain('Your authenticator app was removed'),
    );
  });
});

describe('another passkey', () => {
  it('leaves the recovery codes valid, and signs in as well', async () => {
    const teacher = await teacherWithPasskey();
    const { passkey, answer } = await factor.addPasskey(teacher);
    expect(answer).toMatchObject({ status: 201, body: { recoveryCodes: [] } });
    const challenge = await client.signIn(teacher.email);
    expect((await factor.finishByPasskey(challenge, passkey)).status).toBe(200);
    const [recoveryCode] = teacher.recoveryCodes;
    expect((await factor.finish(await client.signIn(teacher.email), { recoveryCode })).status).toBe(200);
  });

  it('is rejected if somebody has registered it', async () => {
    const [teacher, other] = [await teacherWithPasskey(), await teacherWithPasskey()];
    expect((await factor.addPasskey(other, teacher.passkey)).answer).toMatchObject({
      status: 409,
      body: { code: 'passkey_taken' },
    });
  });

  it('is a fresh proof, like a code', async () => {
    const teacher = await teacherWithPasskey();
    const token = await client.tokenWithoutProof(teacher);
    expect((await factor.ofMe({ token }, 'POST', '/recovery-codes')).status).toBe(403);
    const path = '/api/auth/passkeys';
    const options = await client.send('POST', `${path}/proof-options`, { token });
    const credential = factor.asserted(teacher.passkey, options.body as never);
    const proof = await client.send<{ token: string }>('POST', `${path}/proof`, {
      token,
      body: { credential },
    });
    expect((await factor.ofMe(proof.body, 'POST', '/recovery-codes')).status).toBe(200);
    expect(await factor.ofMe({ token }, 'POST', '/proof', { code: '123456' })).toMatchObject({
      status: 400,
      body: { code: 'no_second_factor' },
    });
  });
});

describe('a passkey with which a student confirms marks', () => {
  it('is no second factor before its owner wants one', async () => {
    const student = await studentWithPasskey();
    expect((await client.signIn(student.email)).status).toBe(200);
    const options = await client.send('POST', '/api/auth/passkeys/proof-options', student);
    const passkey = factor.asserted(student.passkey, options.body as never);
    const { body } = await factor.ofMe<RecoveryCodes>(student, 'POST', '', { passkey });
    expect(body.recoveryCodes).toHaveLength(10);
    expect(await removePasskey(student, student.passkeyId)).toMatchObject(LAST_FACTOR);
    const challenge = await client.signIn(student.email);
    expect(challenge).toMatchObject(needed(false, true));
    expect((await factor.finishByPasskey(challenge, student.passkey)).status).toBe(200);
    expect((await factor.ofMe(student, 'DELETE')).status).toBe(204);
    expect((await factorOf(student)).passkeys).toHaveLength(1);
    expect((await client.signIn(student.email)).status).toBe(200);
  });

  it('gives no fresh proof after an emailed link during its cool-down', async () => {
    const student = await studentWithPasskey();
    await client.countAsVerified(student.email);
    const { passkey } = await factor.addPasskey(student);
    await client.send('POST', '/api/auth/sign-in-link', { body: { email: student.email } });
    const token = await secretOfLink(services.mailDir, student.email, 'sign-in-link');
    const challenge = await client.send('POST', '/api/auth/sign-in-link/redeem', { body: { token } });
    const { status, body } = await factor.finishByPasskey(challenge, passkey);
    expect(status).toBe(200);
    expect((await factor.ofMe(body, 'POST', '/recovery-codes')).status).toBe(403);
  });
});

describe('a reset by an administrator', () => {
  it('also removes the passkeys, which a thief may have added', async () => {
    const admin = await client.createAdmin();
    const { body } = await factor.setUpPasskeyAtSignIn(await client.signIn(admin));
    const teacher = await teacherWithPasskey();
    await client.countAsVerified(teacher.email);
    const path = `/api/auth/people/${teacher.id}/reset-second-factor`;
    expect((await client.send('POST', path, { token: body.token, body: { reason: 'Lost' } })).status).toBe(
      200,
    );
    expect(await client.signIn(teacher.email)).toMatchObject({
      body: { code: 'second_factor_setup_required', details: { hasApp: false, hasPasskey: false } },
    });
    await eventually(async () => {
      const subjects = await subjectsTo(teacher.email);
      for (const subject of ['A passkey was removed', 'Your second factor was reset'])
        expect(subjects).toContain(subject);
    });
  });
});

describe('a password chosen with an emailed link', () => {
  const take = async ({ email }: { email: string }) => {
    await client.send('POST', '/api/auth/forgot-password', { body: { email } });
    const token = await secretOfLink(services.mailDir, email, 'reset-password');
    return client.send('POST', '/api/auth/reset-password', { body: { token, password: PASSWORD } });
  };

  it('removes the passkeys of a stranger who registered the address, unless the owner can decide about them', async () => {
    const passkeys = (id: string) => client.query('SELECT 1 FROM passkeys WHERE student_id = $1', [id]);
    const [teacher, student] = [await teacherWithPasskey(), await studentWithPasskey()];
    expect([(await take(teacher)).status, (await take(student)).status]).toEqual([204, 204]);
    expect(await passkeys(teacher.id)).toEqual([]);
    expect(await passkeys(student.id)).toHaveLength(1);
    expect(await client.signIn(teacher.email)).toMatchObject({
      body: { code: 'second_factor_setup_required', details: { hasApp: false, hasPasskey: false } },
    });
  });

  it('makes no browser trusted before the second factor was proved there', async () => {
    const teacher = await teacherWithPasskey();
    await client.countAsVerified(teacher.email);
    const places = () => client.query('SELECT 1 FROM trusted_places WHERE user_id = $1', [teacher.id]);
    const { status, cookies } = await take(teacher);
    expect({ status, browser: cookies['qr_browser'], places: await places() }).toEqual({
      status: 204,
      browser: undefined,
      places: [],
    });
    const signedIn = await factor.finishByPasskey(await client.signIn(teacher.email), teacher.passkey);
    expect(signedIn.cookies['qr_browser']).toEqual(expect.any(String));
    expect(await places()).not.toEqual([]);
  });
});

describe('a sign-out everywhere else', () => {
  it('keeps only this sign-in, and forgets the remembered browsers', async () => {
    const teacher = await teacherWithPasskey();
    const other = await client.signIn(teacher.email);
    const passkey = await factor.assertAtSignIn(other, teacher.passkey);
    const elsewhere = await factor.finish(other, { passkey, remember: true });
    const path = '/api/auth/sign-out-elsewhere';
    expect((await client.send('POST', path, teacher)).status).toBe(204);
    expect((await client.refresh(elsewhere.cookies)).status).toBe(401);
    const renewed = await client.refresh(teacher.cookies);
    expect(renewed.status).toBe(200);
    expect((await client.send('GET', '/api/auth/me', renewed.body)).status).toBe(200);
    expect(await factorOf(renewed.body)).toMatchObject({ isActive: true, rememberedBrowsers: 0 });
    // The access token from before the sign-out is no longer accepted.
    expect((await client.send('POST', path, teacher)).status).toBe(401);
  });
});
