import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  MAX_PASSKEYS,
  PASSKEY_TIMEOUT_MS,
  type Passkey,
  type PasskeyCreationOptions,
  type PasskeyRegistration,
  type PasskeyRequestOptions,
  type StudentSecurity,
} from '@qr-attendance/contracts';
import { createPasskey, eventually, startServices, type TestServices } from '@qr-attendance/test-kit';
import pg from 'pg';
import { createClient, type Client } from './support/client.ts';
import { readMails } from './support/emails.ts';

const ORIGIN = 'http://localhost:8080';
const OTHER_ORIGIN = 'https://attendance.campus.example';

let services: TestServices;
let client: Client;
beforeAll(async () => {
  services = await startServices(['auth'], {
    env: { auth: { PUBLIC_ORIGINS: `${ORIGIN},${OTHER_ORIGIN}` } },
  });
  client = createClient(services);
});
afterAll(() => services.stop());

const begin = async (token: string, origin = ORIGIN) => {
  const path = '/api/auth/passkeys/registration-options';
  return client.send<PasskeyCreationOptions>('POST', path, { token, headers: { origin } });
};
const finish = (token: string, credential: unknown, name = 'My phone') =>
  client.send<Passkey[]>('POST', '/api/auth/passkeys', { token, body: { name, credential } });
const enroll = async (token: string, credentialId?: Buffer) => {
  const { body } = await begin(token);
  return finish(token, createPasskey(credentialId).register(body, { origin: ORIGIN }));
};
const securityOf = async (id: string) => {
  const path = `/internal/students/${id}/security`;
  return (await client.send<StudentSecurity>('GET', path, { token: services.internalToken })).body;
};
const query = async (sql: string, values: unknown[]) => {
  const database = new pg.Client({ connectionString: services.databases.auth });
  await database.connect();
  const { rows } = await database.query<Record<string, unknown>>(sql, values).finally(() => database.end());
  return rows;
};

describe('the options for a new passkey', () => {
  it('contain 32 random bytes, require user verification by a platform authenticator, and expire after a minute', async () => {
    const { token } = await client.registerStudent('Zoë 🎓 <b>');
    const [{ status, body }, second] = [await begin(token), await begin(token)];
    expect(status).toBe(200);
    expect(body).toMatchObject({
      rp: { id: 'localhost', name: 'QR Attendance System' },
      user: { displayName: 'Zoë 🎓 <b>' },
      timeout: PASSKEY_TIMEOUT_MS,
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: {
        authenticatorAttachment: 'platform',
        residentKey: 'preferred',
        userVerification: 'required',
      },
    });
    expect(Buffer.from(body.challenge, 'base64url')).toHaveLength(32);
    expect(second.body.challenge).not.toBe(body.challenge);
  });

  it('name the host of the requesting page if it is one of ours', async () => {
    const { token } = await client.registerStudent();
    expect((await begin(token, OTHER_ORIGIN)).body.rp.id).toBe('attendance.campus.example');
    expect((await begin(token, 'https://evil.example')).body.rp.id).toBe('localhost');
    expect((await begin(token, `${OTHER_ORIGIN}.evil.example`)).body.rp.id).toBe('localhost');
  });

  it('allow staff a security key, with which they set up a second factor, but confirm no marks', async () => {
    const { token } = await client.registerTeacher();
    const { status, body } = await begin(token);
    expect(status).toBe(200);
    expect(body['authenticatorSelection']).toEqual({
      residentKey: 'preferred',
      requireResidentKey: false,
      userVerification: 'required',
    });
    expect((await enroll(token)).status).toBe(403);
    expect((await begin('nonsense')).status).toBe(401);
    const unknown = services.tokenFor({ id: randomUUID(), userType: 'TEACHER', name: 'Ada' });
    expect((await begin(unknown)).status).toBe(401);
  });
});

describe('a new passkey', () => {
  it('is shown to its owner by name, and published with its verifier', async () => {
    const { id, token } = await client.registerStudent();
    const { body: options } = await begin(token);
    const credential = createPasskey().register(options, { origin: ORIGIN });
    const added = await finish(token, credential, '  My phone 📱 ');
    expect(added).toMatchObject({ status: 201, body: [{ name: 'My phone 📱' }] });
    expect(Object.keys(added.body[0] ?? {}).toSorted()).toEqual([
      'countsFrom',
      'createdAt',
      'id',
      'name',
      'waiting',
    ]);

    const me = await client.send('GET', '/api/auth/me', { token });
    expect(me.body).toMatchObject({ profile: { passkeys: added.body } });
    expect(await securityOf(id)).toMatchObject({
      passkeys: [
        {
          credentialId: credential.id,
          publicKey: expect.stringMatching(/^[\w-]{80,}$/),
          transports: ['internal', 'hybrid'],
        },
      ],
      version: 2,
    });
    const events = await query('SELECT version, payload FROM outbox WHERE key = $1 AND topic LIKE $2', [
      id,
      '%security%',
    ]);
    for (const { payload } of events) expect(JSON.stringify(payload)).toContain(credential.id);
    expect((await begin(token)).body.excludeCredentials).toEqual([
      expect.objectContaining({ id: credential.id }),
    ]);
  });

  it('can be created at any of our addresses', async () => {
    const { token } = await client.registerStudent();
    const { body } = await begin(token, OTHER_ORIGIN);
    expect((await finish(token, createPasskey().register(body, { origin: OTHER_ORIGIN }))).status).toBe(201);
  });

  it('ignores transports that the database cannot store', async () => {
    const { token } = await client.registerStudent();
    const { body } = await begin(token);
    const credential = createPasskey().register(body, { origin: ORIGIN });
    const response = { ...credential.response, transports: ['usb\u0000'] };
    expect(await finish(token, { ...credential, response })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
  });

  it('can use its challenge only once', async () => {
    const { token } = await client.registerStudent();
    const { body } = await begin(token);
    const answer = () => finish(token, createPasskey().register(body, { origin: ORIGIN }));
    const both = await Promise.all([answer(), answer()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    expect(await answer()).toMatchObject({
      status: 400,
      body: { code: 'passkey_challenge_expired', error: 'That took too long. Please try again.' },
    });
  });

  it('is rejected after its challenge expires', async () => {
    const { id, token } = await client.registerStudent();
    const { body } = await begin(token);
    const [row] = await query('SELECT expires_at FROM passkey_challenges WHERE student_id = $1', [id]);
    const { expires_at: expiresAt } = row as { expires_at: Date };
    const left = expiresAt.getTime() - Date.now();
    expect(left).toBeGreaterThan(PASSKEY_TIMEOUT_MS - 10_000);
    expect(left).toBeLessThanOrEqual(PASSKEY_TIMEOUT_MS);

    await query("UPDATE passkey_challenges SET expires_at = now() - interval '1 ms' WHERE student_id = $1", [
      id,
    ]);
    expect(await finish(token, createPasskey().register(body, { origin: ORIGIN }))).toMatchObject({
      status: 400,
      body: { code: 'passkey_challenge_expired' },
    });
  });

  it('cannot use the challenge of another student', async () => {
    const [mine, yours] = [await client.registerStudent(), await client.registerStudent()];
    const { body } = await begin(yours.token);
    const stolen = await finish(mine.token, createPasskey().register(body, { origin: ORIGIN }));
    expect(stolen).toMatchObject({ status: 400, body: { code: 'passkey_challenge_expired' } });
    expect((await finish(yours.token, createPasskey().register(body, { origin: ORIGIN }))).status).toBe(201);
  });

  it.each<[string, (options: PasskeyCreationOptions) => PasskeyRegistration]>([
    [
      'without user verification',
      (options) => createPasskey().register(options, { origin: ORIGIN, userVerified: false }),
    ],
    [
      'from another origin',
      (options) => createPasskey().register(options, { origin: 'https://evil.example' }),
    ],
    [
      'for another host',
      (options) => createPasskey().register(options, { origin: ORIGIN, rpId: 'evil.example' }),
    ],
    [
      'with an unknown attestation',
      (options) => createPasskey().register(options, { origin: ORIGIN, format: 'x' }),
    ],
    [
      'with certificates',
      (options) => createPasskey().register(options, { origin: ORIGIN, format: 'apple' }),
    ],
    [
      'with altered bytes',
      (options) => {
        const credential = createPasskey().register(options, { origin: ORIGIN });
        return { ...credential, response: { ...credential.response, attestationObject: 'AAAA' } };
      },
    ],
    [
      'with a challenge that the database cannot store',
      (options) => createPasskey().register(options, { origin: ORIGIN, challenge: '\u0000' }),
    ],
    [
      'with invalid client data',
      (options) => {
        const credential = createPasskey().register(options, { origin: ORIGIN });
        return { ...credential, response: { ...credential.response, clientDataJSON: 'AAAA' } };
      },
    ],
  ])('is rejected %s', async (_what, make) => {
    const { id, token } = await client.registerStudent();
    const { body } = await begin(token);
    expect(await finish(token, make(body))).toMatchObject({
      status: 400,
      body: { code: 'passkey_invalid', error: 'The passkey could not be verified. Please try again.' },
    });
    expect(await securityOf(id)).toMatchObject({ passkeys: [], version: 1 });
  });

  it.each([
    ['without a name', {}, 'name'],
    ['with too long a name', { name: 'x'.repeat(51) }, 'name'],
    ['without a credential', { name: 'Phone' }, 'credential'],
    ['of another type', { credential: { id: '=', type: 'password', response: null } }, 'credential.id'],
    ['with too long an ID', { credential: { id: 'x'.repeat(1401) } }, 'credential.id'],
  ])('is malformed %s', async (_what, body, field) => {
    const { token } = await client.registerStudent();
    const answer = await client.send('POST', '/api/auth/passkeys', { token, body });
    expect(answer).toMatchObject({
      status: 400,
      body: { details: { fields: expect.objectContaining({ [field]: expect.anything() }) } },
    });
  });

  it('is rejected if it is already registered for anyone', async () => {
    const credentialId = randomBytes(32);
    const [mine, yours] = [await client.registerStudent(), await client.registerStudent()];
    expect((await enroll(mine.token, credentialId)).status).toBe(201);
    for (const { token } of [mine, yours])
      expect(await enroll(token, credentialId)).toMatchObject({
        status: 409,
        body: { error: 'This passkey is already registered.' },
      });
    expect((await securityOf(mine.id)).version).toBe(2);
  });

  it('is rejected beyond the maximum number, even for concurrent registrations', async () => {
    const { id, token } = await client.registerStudent();
    for (let index = 0; index < MAX_PASSKEYS - 1; index += 1) expect((await enroll(token)).status).toBe(201);
    const begun = await Promise.all([begin(token), begin(token), begin(token)]);
    const last = await Promise.all(
      begun.map(({ body }) => finish(token, createPasskey().register(body, { origin: ORIGIN }))),
    );
    expect(last.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(await begin(token)).toMatchObject({
      status: 409,
      body: { error: 'You can have at most 10 passkeys. Please remove one first.' },
    });
    const { passkeys, waitingPasskeys } = await securityOf(id);
    expect([...passkeys, ...waitingPasskeys]).toHaveLength(MAX_PASSKEYS);
  });

  it('is usable at once if it is the first, or else after a cool-down or a confirmation', async () => {
    const { id, token } = await client.registerStudent();
    const { body: only } = await enroll(token);
    expect(Date.parse(only[0]?.countsFrom ?? '')).toBeLessThanOrEqual(Date.now());
    await client.send('DELETE', `/api/auth/passkeys/${only[0]?.id}`, { token });
    const { body: next } = await enroll(token);
    expect([...only, ...next]).toMatchObject([{ waiting: false }, { waiting: true }]);
    const hours = (Date.parse(next[0]?.countsFrom ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    const { passkeys, waitingPasskeys } = await securityOf(id);
    expect({ passkeys, waiting: waitingPasskeys.map(({ countsFrom }) => countsFrom) }).toEqual({
      passkeys: [],
      waiting: [next[0]?.countsFrom],
    });
    const path = `/internal/students/${id}/proofs/passkey/${waitingPasskeys[0]?.credentialId}/confirm`;
    const confirmed = await client.send('POST', path, { token: services.internalToken });
    expect(confirmed).toMatchObject({
      status: 200,
      body: { passkeys: [{ credentialId: waitingPasskeys[0]?.credentialId }], waitingPasskeys: [] },
    });
  });

  it('cannot be requested without a recent proof', async () => {
    const { id, cookies } = await client.registerStudent();
    const token = await client.tokenWithoutProof({ id, cookies });
    expect(await begin(token)).toMatchObject({ status: 403, body: { code: 'fresh_proof_required' } });
    const rows = await query('SELECT 1 FROM passkey_challenges WHERE student_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  it('cannot be added without a recent proof, even with the challenge of a proof', async () => {
    const student = await client.registerStudent();
    const { id } = student;
    expect((await enroll(student.token)).status).toBe(201);
    const { body: options } = await begin(student.token);
    const before = await securityOf(id);
    const token = await client.tokenWithoutProof(student);
    const path = '/api/auth/passkeys/proof-options';
    const proof = await client.send<PasskeyRequestOptions>('POST', path, { token });
    expect(proof.status).toBe(200);
    const { challenge } = proof.body;
    const credential = createPasskey().register(options, { origin: ORIGIN, challenge });
    expect(await finish(token, credential)).toMatchObject({
      status: 403,
      body: { code: 'fresh_proof_required' },
    });
    expect(await securityOf(id)).toEqual(before);
  });

  it('is announced to its owner by email, as are its confirmation and removal', async () => {
    const { id, token, email } = await client.registerStudent();
    await client.countAsVerified(email);
    const mailsTo = (count: number) =>
      eventually(async () => {
        const found = await readMails(services.mailDir, email);
        expect(found).toHaveLength(count);
        return found;
      });
    const { body: added } = await enroll(token);
    const [first] = await mailsTo(1);
    expect(first?.subject).toBe('QR Attendance System: A passkey was added');
    expect(first?.text).toContain('The passkey "My phone" was added to your account.');
    await enroll(token);
    await mailsTo(2);
    const { waitingPasskeys } = await securityOf(id);
    const path = `/internal/students/${id}/proofs/passkey/${waitingPasskeys[0]?.credentialId}/confirm`;
    await client.send('POST', path, { token: services.internalToken });
    await mailsTo(3);
    await client.send('DELETE', `/api/auth/passkeys/${added[0]?.id}`, { token });
    expect((await mailsTo(4)).at(-1)).toMatchObject({
      subject: 'QR Attendance System: A passkey was removed',
      text: expect.stringContaining('The passkey "My phone" was removed from your account.'),
    });
  });
});

describe('an existing passkey', () => {
  const remove = (token: string, id: string) =>
    client.send<Passkey[]>('DELETE', `/api/auth/passkeys/${id}`, { token });

  it('is removed without affecting the others', async () => {
    const { id, token } = await client.registerStudent();
    await enroll(token);
    const { body } = await enroll(token);
    const [first, second] = body;
    expect(await remove(token, first?.id ?? '')).toMatchObject({ status: 200, body: [second] });
    expect(await remove(token, first?.id ?? '')).toMatchObject({ status: 404 });
    expect(await securityOf(id)).toMatchObject({
      passkeys: [],
      waitingPasskeys: [expect.anything()],
      version: 4,
    });
  });

  it('cannot be removed by anybody else', async () => {
    const [mine, yours] = [await client.registerStudent(), await client.registerStudent()];
    const { body } = await enroll(mine.token);
    expect((await remove(yours.token, body[0]?.id ?? '')).status).toBe(404);
    expect((await securityOf(mine.id)).passkeys).toHaveLength(1);
    expect((await remove(mine.token, 'nonsense')).status).toBe(400);
  });
});
