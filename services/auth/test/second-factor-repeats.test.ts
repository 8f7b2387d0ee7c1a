import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RecoveryCodes, TotpSetup } from '@qr-attendance/contracts';
import { startServices, type TestServices, totpCodeOf } from '@qr-attendance/test-kit';
import { createClient, type Client } from './support/client.ts';
import { type SecondFactorClient, useSecondFactor } from './support/second-factor.ts';

const EXPIRED = { status: 401, body: { code: 'second_factor_expired' } };
const SETUP_MISSING = { status: 409, body: { code: 'second_factor_setup_missing' } };

let services: TestServices;
let client: Client;
let factor: SecondFactorClient;
beforeAll(async () => {
  services = await startServices(['auth'], { env: { auth: { SECOND_FACTOR_REQUIRED: 'staff' } } });
  client = createClient(services);
  factor = useSecondFactor(client);
});
afterAll(() => services.stop());

const studentWithFactor = async () => factor.setUp(await client.register());
/** As if a minute had passed since the sign-ins of the person were finished. */
const passMinute = (userId: string) =>
  client.query(
    "UPDATE sign_in_challenges SET accepted_at = accepted_at - interval '1 minute' WHERE user_id = $1",
    [userId],
  );

describe('a sign-in whose response was lost', () => {
  it('is finished again by the same code in the same browser, for a minute', async () => {
    const student = await studentWithFactor();
    const challenge = await client.signIn(student.email);
    const code = totpCodeOf(student.secret);
    expect((await factor.finish(challenge, { code })).status).toBe(200);
    const again = await factor.finish(challenge, { code });
    expect(again).toMatchObject({ status: 200, body: { user: { _id: student.id } } });
    expect((await client.refresh(again.cookies)).status).toBe(200);
    const elsewhere = await client.signIn(student.email);
    expect((await factor.finish(elsewhere, { code })).status).toBe(400);
    await passMinute(student.id);
    expect(await factor.finish(challenge, { code })).toMatchObject(EXPIRED);
  });

  it('is finished again by the same recovery code, and by no other', async () => {
    const student = await studentWithFactor();
    const challenge = await client.signIn(student.email);
    const [recoveryCode, other] = student.recoveryCodes;
    for (const _again of [1, 2]) expect((await factor.finish(challenge, { recoveryCode })).status).toBe(200);
    expect(await factor.finish(challenge, { recoveryCode: other })).toMatchObject(EXPIRED);
    const { body } = await factor.ofMe(student, 'GET');
    expect(body).toMatchObject({ recoveryCodesLeft: 9 });
  });

  it('cannot be finished again after a sign-out everywhere', async () => {
    const student = await studentWithFactor();
    const challenge = await client.signIn(student.email);
    const code = totpCodeOf(student.secret);
    const { body } = await factor.finish(challenge, { code });
    await client.send('POST', '/api/auth/sign-out-everywhere', { token: body.token });
    expect(await factor.finish(challenge, { code })).toMatchObject(EXPIRED);
  });
});

describe('an activation whose response was lost', () => {
  it('is repeated by the same code, and returns new recovery codes', async () => {
    const student = await client.register();
    const { secret } = (await factor.ofMe<TotpSetup>(student, 'POST', '/setup')).body;
    const code = totpCodeOf(secret);
    const activate = () => factor.ofMe<RecoveryCodes>(student, 'POST', '', { code });
    const [lost, repeated] = [await activate(), await activate()];
    expect([lost, repeated].map(({ status }) => status)).toEqual([201, 201]);
    const challenge = await client.signIn(student.email);
    const finish = ([recoveryCode]: string[]) => factor.finish(challenge, { recoveryCode });
    expect((await finish(lost.body.recoveryCodes)).status).toBe(400);
    expect((await finish(repeated.body.recoveryCodes)).status).toBe(200);
  });

  it('continues after the tokens of the sign-in were renewed', async () => {
    const student = await client.register();
    const { body: setup } = await factor.ofMe<TotpSetup>(student, 'POST', '/setup');
    const { token } = (await client.refresh(student.cookies)).body;
    const { body: again } = await factor.ofMe<TotpSetup>({ token }, 'POST', '/setup');
    expect(again.secret).toBe(setup.secret);
    expect((await factor.ofMe({ token }, 'POST', '', { code: totpCodeOf(setup.secret) })).status).toBe(201);
  });

  it('is repeated at a sign-in, which finishes again', async () => {
    const registration = await client.registerTeacher();
    const { code } = await factor.setUpAtSignIn(registration);
    const again = await factor.activate(registration, code);
    expect({ status: again.status, codes: again.body.recoveryCodes.length }).toEqual({
      status: 200,
      codes: 10,
    });
    expect((await client.refresh(again.cookies)).status).toBe(200);
    const challenge = await client.signIn(registration.email);
    expect(await factor.activate(challenge, code)).toMatchObject({ body: { code: 'second_factor_active' } });
    await passMinute(again.body.user._id);
    expect(await factor.activate(registration, code)).toMatchObject(EXPIRED);
  });

  it('is not repeated by another sign-in, or with another code', async () => {
    const student = await client.register();
    const { secret } = (await factor.ofMe<TotpSetup>(student, 'POST', '/setup')).body;
    const code = totpCodeOf(secret);
    const other = (await client.signIn(student.email)).body;
    expect((await factor.ofMe(student, 'POST', '', { code })).status).toBe(201);
    expect(await factor.ofMe(other, 'POST', '', { code })).toMatchObject(SETUP_MISSING);
    const next = totpCodeOf(secret, 1);
    expect(await factor.ofMe(student, 'POST', '', { code: next })).toMatchObject(SETUP_MISSING);
  });
});

describe('a setup', () => {
  const secretOf = async (setup: Promise<{ body: TotpSetup }>) => (await setup).body.secret;

  it('continues with the same secret after a reload, and with another in another sign-in', async () => {
    const student = await client.register();
    const other = (await client.signIn(student.email)).body;
    const start = (as: { token: string }) => secretOf(factor.ofMe<TotpSetup>(as, 'POST', '/setup'));
    const first = await start(student);
    expect(await start(student)).toBe(first);
    expect(await start(other)).not.toBe(first);
    expect(await factor.ofMe(student, 'POST', '', { code: totpCodeOf(first) })).toMatchObject(SETUP_MISSING);
  });

  it('continues with the same secret at a sign-in, until it expires', async () => {
    const registration = await client.registerTeacher();
    const start = (challenge: typeof registration) =>
      secretOf(factor.atSignIn<TotpSetup>(challenge, 'setup'));
    const first = await start(registration);
    expect(await start(registration)).toBe(first);
    await client.query('UPDATE second_factors SET setup_until = now()');
    expect(await factor.activate(registration, totpCodeOf(first))).toMatchObject(SETUP_MISSING);
    expect(await start(registration)).not.toBe(first);
  });

  it('is rejected with an access token from before the owner got the account back', async () => {
    const thief = await client.register();
    const { secret } = (await factor.ofMe<TotpSetup>(thief, 'POST', '/setup')).body;
    await client.query('UPDATE users SET sign_outs = sign_outs + 1 WHERE id = $1', [thief.id]);
    const signedOut = { status: 401, body: { code: 'signed_out' } };
    for (const [method, path] of [
      ['POST', '/setup'],
      ['POST', ''],
      ['POST', '/recovery-codes'],
      ['DELETE', ''],
    ] as const)
      expect(await factor.ofMe(thief, method, path, { code: totpCodeOf(secret) })).toMatchObject(signedOut);
  });
});
