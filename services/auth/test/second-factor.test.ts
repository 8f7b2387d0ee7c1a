import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SecondFactor, TotpSetup } from '@qr-attendance/contracts';
import {
  eventually,
  startServices,
  type TestServices,
  totpCodeOf,
  wrongTotpCodeOf,
} from '@qr-attendance/test-kit';
import { createClient, type Client } from './support/client.ts';
import { readAllMails } from './support/emails.ts';
import { type SecondFactorClient, useSecondFactor } from './support/second-factor.ts';

const CODE_NEEDED = { status: 401, body: { code: 'second_factor_required' } };
const WRONG = { status: 400, body: { code: 'second_factor_code_wrong' } };
const EXPIRED = { status: 401, body: { code: 'second_factor_expired' } };

let services: TestServices;
let client: Client;
let factor: SecondFactorClient;
beforeAll(async () => {
  services = await startServices(['auth']);
  client = createClient(services);
  factor = useSecondFactor(client);
});
afterAll(() => services.stop());

const subjectsTo = async (email: string): Promise<string> =>
  (await readAllMails(services.mailDir, email)).map(({ subject }) => subject).join();

const signInAs = async (teacher: { id: string; email: string; secret: string }) => {
  const challenge = await client.signIn(teacher.email);
  const answer = await factor.finish(challenge, { code: totpCodeOf(teacher.secret) });
  await factor.passTime(teacher.id);
  return answer;
};

describe('an authenticator app', () => {
  it('becomes the second factor by its first code, which the owner is emailed about', async () => {
    const teacher = await client.registerTeacher();
    await client.countAsVerified(teacher.email);
    const { body: setup } = await factor.ofMe<TotpSetup>(teacher, 'POST', '/setup');
    expect(setup.uri).toMatch(/^otpauth:\/\/totp\/.*secret=[A-Z2-7]{32}/);
    const wrong = await factor.ofMe(teacher, 'POST', '', { code: wrongTotpCodeOf(setup.secret) });
    expect(wrong).toMatchObject(WRONG);
    expect((await client.signIn(teacher.email)).status).toBe(200);
    const code = totpCodeOf(setup.secret);
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    const { status, body } = await factor.ofMe<{ recoveryCodes: string[] }>(teacher, 'POST', '', {
      code: spaced,
    });
    expect({ status, count: new Set(body.recoveryCodes).size }).toEqual({ status: 201, count: 10 });
    expect((await factor.ofMe<SecondFactor>(teacher, 'GET')).body).toEqual({
      isActive: true,
      since: expect.any(String),
      hasApp: true,
      passkeys: [],
      recoveryCodesLeft: 10,
      isRequired: false,
      rememberedBrowsers: 0,
    });
    expect(await client.signIn(teacher.email)).toMatchObject(CODE_NEEDED);
    await eventually(async () =>
      expect(await subjectsTo(teacher.email)).toContain('An authenticator app was added'),
    );
  });

  it('needs a fresh proof to be set up, replaced and removed', async () => {
    const teacher = await client.registerTeacher();
    const token = await client.tokenWithoutProof(teacher);
    for (const [method, path] of [
      ['POST', '/setup'],
      ['POST', ''],
      ['POST', '/recovery-codes'],
      ['DELETE', ''],
      ['DELETE', '/app'],
    ] as const)
      expect(await factor.ofMe({ token }, method, path, { code: '123456' })).toMatchObject({
        status: 403,
        body: { code: 'fresh_proof_required' },
      });
  });

  it('is replaced by another app, with new recovery codes', async () => {
    const teacher = await factor.teacher();
    const { secret } = await factor.setUp(teacher);
    const challenge = await client.signIn(teacher.email);
    expect(await factor.finish(challenge, { code: totpCodeOf(teacher.secret) })).toMatchObject(WRONG);
    const [recoveryCode] = teacher.recoveryCodes;
    expect((await factor.finish(challenge, { recoveryCode })).body).toMatchObject({
      code: 'recovery_code_wrong',
    });
    expect((await factor.finish(challenge, { code: totpCodeOf(secret) })).status).toBe(200);
  });

  it('is removed together with its recovery codes and remembered browsers', async () => {
    const teacher = await factor.teacher();
    const challenge = await client.signIn(teacher.email);
    await factor.finish(challenge, { code: totpCodeOf(teacher.secret), remember: true });
    const pending = await client.signIn(teacher.email);
    expect((await factor.ofMe(teacher, 'DELETE')).status).toBe(204);
    expect((await client.signIn(teacher.email)).status).toBe(200);
    expect(await factor.finish(pending, { code: totpCodeOf(teacher.secret, 1) })).toMatchObject(EXPIRED);
    for (const table of ['recovery_codes', 'remembered_browsers', 'second_factors'])
      expect(await client.query(`SELECT FROM ${table} WHERE user_id = $1`, [teacher.id])).toEqual([]);
  });

  it('has a secret that the database contains only in encrypted form', async () => {
    const teacher = await factor.teacher();
    const rows = await client.query(
      'SELECT f.*, c.hash FROM second_factors f JOIN recovery_codes c USING (user_id) WHERE user_id = $1',
      [teacher.id],
    );
    expect(rows).toHaveLength(10);
    for (const secret of [teacher.secret, ...teacher.recoveryCodes])
      expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

describe('a sign-in with a second factor', () => {
  it('is finished by a code, which counts as a fresh proof', async () => {
    const teacher = await factor.teacher();
    const challenge = await client.signIn(teacher.email);
    expect(Object.keys(challenge.cookies)).toEqual(['qr_second_factor']);
    const { status, body, cookies } = await factor.finish(challenge, { code: totpCodeOf(teacher.secret) });
    expect({ status, id: body.user._id }).toEqual({ status: 200, id: teacher.id });
    expect(cookies['qr_browser']).toBeDefined();
    expect((await client.refresh(cookies)).status).toBe(200);
    expect((await factor.ofMe(body, 'POST', '/recovery-codes')).status).toBe(200);
  });

  it('accepts each code once, even twice at the same moment', async () => {
    const teacher = await factor.teacher();
    const challenges = await Promise.all([1, 2].map(() => client.signIn(teacher.email)));
    const code = totpCodeOf(teacher.secret);
    const answers = await Promise.all(challenges.map((challenge) => factor.finish(challenge, { code })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(await factor.finish(await client.signIn(teacher.email), { code })).toMatchObject(WRONG);
  });

  it('can be finished only in the browser that began it, and once', async () => {
    const [teacher, stranger] = [await factor.teacher(), await factor.teacher()];
    const challenge = await client.signIn(teacher.email);
    const foreign = await client.signIn(stranger.email);
    const code = totpCodeOf(teacher.secret);
    expect(await factor.finish({ cookies: {} }, { code })).toMatchObject(EXPIRED);
    expect(await factor.finish(foreign, { code })).toMatchObject(WRONG);
    expect((await factor.finish(challenge, { code })).status).toBe(200);
    expect(await factor.finish(challenge, { code: totpCodeOf(teacher.secret, 1) })).toMatchObject(EXPIRED);
  });

  it('expires, and ends when all sign-ins of the person end', async () => {
    const teacher = await factor.teacher();
    const [late, ended] = [await client.signIn(teacher.email), await client.signIn(teacher.email)];
    await client.query(
      "UPDATE sign_in_challenges SET expires_at = now() - interval '1 second' WHERE user_id = $1",
      [teacher.id],
    );
    const code = totpCodeOf(teacher.secret);
    expect(await factor.finish(late, { code })).toMatchObject(EXPIRED);
    await client.query("UPDATE sign_in_challenges SET expires_at = now() + interval '1 minute'");
    await client.send('POST', '/api/auth/sign-out-everywhere', { token: teacher.token });
    expect(await factor.finish(ended, { code })).toMatchObject(EXPIRED);
  });

  it('begins only with the correct password, and not for a suspended person', async () => {
    const teacher = await factor.teacher();
    const wrong = await client.signIn(teacher.email, 'not the password');
    expect({ ...wrong, secret: wrong.cookies['qr_second_factor'] }).toMatchObject({
      status: 401,
      body: { code: 'wrong_credentials' },
      secret: undefined,
    });
    const challenge = await client.signIn(teacher.email);
    const admin = await client.makeAdmin();
    await client.send('POST', `/api/auth/people/${teacher.id}/suspend`, {
      token: admin.token,
      body: { reason: 'Lends the phone' },
    });
    const suspended = { status: 403, body: { code: 'suspended' } };
    expect(await client.signIn(teacher.email)).toMatchObject(suspended);
    expect(await factor.finish(challenge, { code: totpCodeOf(teacher.secret) })).toMatchObject(suspended);
  });

  it('accepts a recovery code once, in any case and without dashes', async () => {
    const teacher = await factor.teacher();
    await client.countAsVerified(teacher.email);
    const [recoveryCode = ''] = teacher.recoveryCodes;
    const typed = ` ${recoveryCode.toLowerCase().replaceAll('-', ' ')}`;
    const first = await factor.finish(await client.signIn(teacher.email), { recoveryCode: typed });
    expect(first.status).toBe(200);
    expect(await factor.finish(await client.signIn(teacher.email), { recoveryCode })).toMatchObject({
      status: 400,
      body: { code: 'recovery_code_wrong' },
    });
    await eventually(async () => {
      const texts = (await readAllMails(services.mailDir, teacher.email)).map(({ text }) => text);
      expect(texts.join()).toContain('Recovery codes left: 9.');
    });
    const { body } = await factor.ofMe<{ recoveryCodes: string[] }>(teacher, 'POST', '/recovery-codes');
    const [next] = teacher.recoveryCodes.slice(1);
    const challenge = await client.signIn(teacher.email);
    expect((await factor.finish(challenge, { recoveryCode: next })).status).toBe(400);
    expect((await factor.finish(challenge, { recoveryCode: body.recoveryCodes[0] })).status).toBe(200);
  });

  it('is confirmed again by a code before a change that needs a fresh proof', async () => {
    const teacher = await factor.teacher();
    const stale = await client.tokenWithoutProof({ ...teacher, cookies: (await signInAs(teacher)).cookies });
    expect((await factor.ofMe({ token: stale }, 'POST', '/recovery-codes')).status).toBe(403);
    const { body } = await factor.ofMe<{ token: string }>({ token: stale }, 'POST', '/proof', {
      code: totpCodeOf(teacher.secret),
    });
    expect((await factor.ofMe(body, 'POST', '/recovery-codes')).status).toBe(200);
    const again = await factor.ofMe({ token: stale }, 'POST', '/proof', { code: totpCodeOf(teacher.secret) });
    expect(again).toMatchObject(WRONG);
    const nobody = await client.registerTeacher();
    const refused = await factor.ofMe(nobody, 'POST', '/proof', { code: '123456' });
    expect(refused).toMatchObject({ status: 400, body: { code: 'no_second_factor' } });
  });
});
