import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { PersonalData } from '@qr-attendance/contracts';
import { createLogger } from '@qr-attendance/observability';
import { createPool } from '@qr-attendance/server';
import { eventually, startServices, type TestServices, totpCodeOf } from '@qr-attendance/test-kit';
import { createSecondFactors } from '../src/core/second-factor/second-factors.ts';
import { createSealedSecrets } from '../src/core/secrets/sealed-secrets.ts';
import { connectDatabase } from '../src/db/database.ts';
import { resetSecondFactorByEmail } from '../src/features/admin/reset-second-factor.ts';
import { createClient, PASSWORD, type Client } from './support/client.ts';
import { readMails, tokenIn } from './support/emails.ts';
import { type SecondFactorClient, useSecondFactor } from './support/second-factor.ts';

const NEXT = 'the next pepper, that is long enough to be one';

let services: TestServices;
let client: Client;
let factor: SecondFactorClient;
beforeAll(async () => {
  services = await startServices(['auth']);
  client = createClient(services);
  factor = useSecondFactor(client);
});
afterAll(() => services.stop());

const factorsOf = (id: string) => client.query('SELECT FROM second_factors WHERE user_id = $1', [id]);

it('a stranger who registered an address cannot keep its owner out with a second factor', async () => {
  const stranger = await factor.setUp(await client.register());
  await client.send('POST', '/api/auth/forgot-password', { body: { email: stranger.email } });
  const token = await eventually(async () => {
    const [mail] = await readMails(services.mailDir, stranger.email);
    return mail ? tokenIn(mail) : Promise.reject(new Error('no email'));
  });
  await client.send('POST', '/api/auth/reset-password', { body: { token, password: PASSWORD } });
  expect((await client.signIn(stranger.email)).status).toBe(200);
});

it('the personal data contains the dates of the second factor, and erasure deletes it', async () => {
  const student = await factor.setUp(await client.register());
  const challenge = await client.signIn(student.email);
  await factor.finish(challenge, { code: totpCodeOf(student.secret), remember: true });
  const { body } = await client.send<PersonalData>('GET', '/api/auth/my-data', { token: student.token });
  expect(body.records).toMatchObject({
    secondFactors: [{ activeSince: expect.any(String), recoveryCodesLeft: 10 }],
    rememberedBrowsers: [{ rememberedUntil: expect.any(String) }],
  });
  expect(JSON.stringify(body)).not.toMatch(/secret|hash/i);
  await client.send('POST', '/api/auth/erase-me', { token: student.token, body: { password: PASSWORD } });
  expect(await factorsOf(student.id)).toEqual([]);
});

it('accounts keep their own second factor when they are merged and separated again', async () => {
  const merged = await factor.setUp(await client.register());
  const kept = await factor.setUp(await client.register());
  const admin = await client.makeAdmin();
  const send = (path: string, body: object) =>
    client.send('POST', `/api/auth/people/${merged.id}/${path}`, {
      token: admin.token,
      body: { ...body, reason: 'The same student' },
    });
  expect((await send('merge', { into: kept.id })).status).toBe(200);
  expect(await client.signIn(merged.email)).toMatchObject({ body: { code: 'account_merged' } });
  const challenge = await client.signIn(kept.email);
  expect((await factor.finish(challenge, { code: totpCodeOf(kept.secret) })).status).toBe(200);
  await send('undo-merge', {});
  const separated = await client.signIn(merged.email);
  expect((await factor.finish(separated, { code: totpCodeOf(merged.secret) })).status).toBe(200);
});

it('an operator resets the second factor of an administrator who lost the phone', async () => {
  const admin = await factor.setUp(await client.makeAdmin());
  const reset = (email: string) =>
    resetSecondFactorByEmail(
      { DATABASE_URL: services.databases.auth },
      createLogger('test', 'silent'),
      email,
    );
  expect(await reset(admin.email.toUpperCase())).toBe(true);
  expect(await reset(admin.email)).toBe(false);
  expect(await reset('nobody@campus.example')).toBeUndefined();
  expect((await client.signIn(admin.email)).status).toBe(200);
  const log = await client.send<unknown[]>('GET', `/api/auth/audit-log?action=reset_second_factor`, {
    token: admin.token,
  });
  expect(log.body).toMatchObject([{ by: null, person: { _id: admin.id } }]);
});

it('secrets of second factors are encrypted again under the next pepper, even if one cannot be', async () => {
  const byVersion = new Map([
    [1, services.secrets.pinPepper],
    [2, NEXT],
  ]);
  const next = createSealedSecrets({ current: 2, byVersion }, 'secrets of second factors');
  const database = connectDatabase(
    createPool(services.databases.auth, createLogger('test', 'silent'), { name: 'test' }),
  );
  const teacher = await factor.teacher();
  const other = await factor.teacher();
  await client.query("UPDATE second_factors SET secret = '9:unknown pepper' WHERE user_id = $1", [other.id]);
  const rowOf = () => database.secondFactor.findUniqueOrThrow({ where: { userId: teacher.id } });
  try {
    const coolDowns = { replacedHours: 24, addedHours: 24 };
    const factors = createSecondFactors(database, { secrets: next, coolDowns });
    await expect(factors.resealSecrets()).rejects.toThrow('could not be encrypted');
    const { secret } = await rowOf();
    expect(secret?.slice(0, 2)).toBe('2:');
    expect(next.open(secret ?? '')).toBe(teacher.secret);
  } finally {
    await database.$disconnect();
  }
});
