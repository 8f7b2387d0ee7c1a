import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  eventually,
  startServices,
  type TestServices,
  totpCodeOf,
  wrongTotpCodeOf,
} from '@qr-attendance/test-kit';
import { createClient, PASSWORD, type Client } from './support/client.ts';
import { readAllMails } from './support/emails.ts';
import { type PersonWithFactor, type SecondFactorClient, useSecondFactor } from './support/second-factor.ts';

const TRIES = 5;
const FREE = 10;
const NEW_PASSWORD = 'another horse, another battery';

let services: TestServices;
let client: Client;
let factor: SecondFactorClient;
beforeAll(async () => {
  services = await startServices(['auth']);
  client = createClient(services);
  factor = useSecondFactor(client);
});
afterAll(() => services.stop());

const guessAtOneSignIn = async ({ email, secret }: PersonWithFactor, times = TRIES) => {
  const challenge = await client.signIn(email);
  for (let tries = 0; tries < times; tries += 1)
    expect((await factor.finish(challenge, { code: wrongTotpCodeOf(secret) })).status).toBe(400);
  return challenge;
};
const letPausesPass = () => client.query(`UPDATE attempts SET expire = 0 WHERE key LIKE 'gate:%'`);

describe('wrong codes', () => {
  it('end a sign-in after five of them, even if they are sent at the same moment', async () => {
    const teacher = await factor.teacher();
    const challenge = await client.signIn(teacher.email);
    const code = wrongTotpCodeOf(teacher.secret);
    const guesses = await Promise.all(Array.from({ length: 9 }, () => factor.finish(challenge, { code })));
    const judged = guesses.filter(({ status }) => status === 400).length;
    expect(judged).toBeGreaterThan(0);
    expect(judged).toBeLessThanOrEqual(TRIES);
    const last = await factor.finish(challenge, { code: totpCodeOf(teacher.secret) });
    expect(last).toMatchObject({ status: 401, body: { code: 'second_factor_expired' } });
  });

  it('are followed by growing pauses over all sign-ins and confirmations, and an email', async () => {
    const teacher = await factor.teacher();
    await client.countAsVerified(teacher.email);
    await guessAtOneSignIn(teacher);
    await guessAtOneSignIn(teacher, FREE - TRIES - 1);
    const proof = (code: string) => factor.ofMe(teacher, 'POST', '/proof', { code });
    expect((await proof(wrongTotpCodeOf(teacher.secret))).status).toBe(400);
    const locked = { status: 429, body: { code: 'second_factor_locked' } };
    const answer = await proof(totpCodeOf(teacher.secret));
    expect(answer).toMatchObject(locked);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    const challenge = await client.signIn(teacher.email);
    expect(await factor.finish(challenge, { code: totpCodeOf(teacher.secret) })).toMatchObject(locked);
    const [recoveryCode] = teacher.recoveryCodes;
    expect(await factor.finish(challenge, { recoveryCode })).toMatchObject(locked);
    await eventually(async () => {
      const subjects = (await readAllMails(services.mailDir, teacher.email)).map(({ subject }) => subject);
      expect(subjects.join()).toContain('Someone enters wrong codes for your account');
    });
    // Answers during the pause cost no tries.
    for (let tries = 0; tries < TRIES; tries += 1)
      expect(await factor.finish(challenge, { code: wrongTotpCodeOf(teacher.secret) })).toMatchObject(locked);
    await letPausesPass();
    expect((await factor.finish(challenge, { code: totpCodeOf(teacher.secret) })).status).toBe(200);
  });

  it('no longer delay the owner who chose a new password', async () => {
    const teacher = await factor.teacher();
    await guessAtOneSignIn(teacher);
    await guessAtOneSignIn(teacher);
    const challenge = await client.signIn(teacher.email);
    const code = totpCodeOf(teacher.secret);
    expect((await factor.finish(challenge, { code })).status).toBe(429);
    await client.send('POST', '/api/auth/change-password', {
      token: teacher.token,
      body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
    });
    expect((await factor.finish(challenge, { code })).status).toBe(401);
    const next = await client.signIn(teacher.email, NEW_PASSWORD);
    expect((await factor.finish(next, { code })).status).toBe(200);
  });

  it('of one person delay nobody else', async () => {
    const [victim, other] = [await factor.teacher(), await factor.teacher()];
    await guessAtOneSignIn(victim);
    await guessAtOneSignIn(victim);
    const answer = await factor.finish(await client.signIn(other.email), { code: totpCodeOf(other.secret) });
    expect(answer.status).toBe(200);
  });

  it('can be recovery codes, which count as well', async () => {
    const teacher = await factor.teacher();
    const challenge = await client.signIn(teacher.email);
    for (let tries = 0; tries < TRIES; tries += 1)
      expect(await factor.finish(challenge, { recoveryCode: 'AAAA-AAAA-AAAA-AAAA' })).toMatchObject({
        status: 400,
        body: { code: 'recovery_code_wrong' },
      });
    const [recoveryCode] = teacher.recoveryCodes;
    expect((await factor.finish(challenge, { recoveryCode })).status).toBe(401);
  });
});
