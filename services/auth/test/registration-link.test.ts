import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AppliedRecord, PersonRecord, StudentSecurity } from '@qr-attendance/contracts';
import type { UserChanged } from '@qr-attendance/contracts/events';
import { eventually, startServices, type TestServices } from '@qr-attendance/test-kit';
import { createClient, PASSWORD, type Client, type SignInAnswer } from './support/client.ts';
import { readAllMails } from './support/emails.ts';

let services: TestServices;
let client: Client;
let admin: { token: string; id: string };
beforeAll(async () => {
  services = await startServices(['auth']);
  client = createClient(services);
  admin = await client.makeAdmin();
});
afterAll(() => services.stop());

const record = async (given: Partial<PersonRecord> = {}) => {
  const key = randomUUID().slice(0, 8);
  const person = {
    institutionId: `Q-${key}`,
    name: 'Rosa Parks',
    email: `rosa.${key}@campus.example`,
    role: 'student',
    ...given,
  };
  const { status, body } = await client.send<AppliedRecord[]>('PUT', '/internal/people', {
    token: services.internalToken,
    body: { run: randomUUID(), people: [person] },
  });
  expect(status).toBe(200);
  return { ...person, id: body[0]?.id ?? '' };
};
const invite = (id: string, token = admin.token) =>
  client.send<{ result: string }>('POST', `/api/auth/people/${id}/invite`, { token });
const linksTo = async (email: string) =>
  (await readAllMails(services.mailDir, email)).flatMap(
    ({ text }) => /\/finish-registration#(\S+)/.exec(text)?.[1] ?? [],
  );
const linkTo = (email: string, count = 1) =>
  eventually(async () => {
    const links = await linksTo(email);
    expect(links).toHaveLength(count);
    return links.at(-1) ?? '';
  });
const open = (token: string) => client.send('POST', '/api/auth/registration-link/open', { body: { token } });
const finish = (token: string, body: Record<string, unknown> = {}) =>
  client.send<SignInAnswer & { code?: string }>('POST', '/api/auth/registration-link/finish', {
    body: { token, password: PASSWORD, ...body },
  });
const missing = { usn: 'U1', regNo: 'R1', department: 'Electronics', semester: 3 };
const worthless = { status: 400, body: { code: 'registration_link_invalid' } };

describe('a registration link', () => {
  it('registers the person with the known data and the same ID', async () => {
    const { id, email } = await record({ usn: 'U7', department: 'Physics' });
    expect((await invite(id)).body).toEqual({ result: 'queued' });
    const token = await linkTo(email);
    expect(await open(token)).toMatchObject({
      status: 200,
      body: { _id: id, name: 'Rosa Parks', email, usn: 'U7', department: 'Physics', mayCorrectName: false },
    });
    const answer = await finish(token, { ...missing, usn: 'U8', name: 'Somebody Else' });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        user: { _id: id, name: 'Rosa Parks', email },
        profile: { usn: 'U7', regNo: 'R1', department: 'Physics', semester: 3 },
      },
    });
    expect((await client.send('GET', '/api/auth/me', { token: answer.body.token })).status).toBe(200);
    expect((await client.signIn(email)).status).toBe(200);
    const internal = { token: services.internalToken };
    const { body: user } = await client.send<UserChanged>('GET', `/internal/users/${id}`, internal);
    expect(user).toMatchObject({ registered: true, name: 'Rosa Parks', usn: 'U7' });
    const security = await client.send<StudentSecurity>('GET', `/internal/students/${id}/security`, internal);
    expect(security.status).toBe(200);
    const verified = await client.send('GET', '/api/auth/email-address', { token: answer.body.token });
    expect(verified.body).toMatchObject({ verified: true });
  });

  it('works once, even if several links are used concurrently', async () => {
    const { id, email } = await record(missing);
    await invite(id);
    const first = await linkTo(email);
    await invite(id);
    const second = await linkTo(email, 2);
    const both = await Promise.all([finish(first), finish(second)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    for (const token of [first, second]) {
      expect(await open(token)).toMatchObject(worthless);
      expect(await finish(token, { password: 'another long password' })).toMatchObject(worthless);
    }
    expect((await client.signIn(email)).status).toBe(200);
  });

  it('asks for missing data, and is not used up by invalid input', async () => {
    const { id, email } = await record();
    await invite(id);
    const token = await linkTo(email);
    expect(await finish(token)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect((await finish(token, { ...missing, department: 'Astrology' })).status).toBe(400);
    expect(await finish(token, { ...missing, password: 'password1' })).toMatchObject({
      body: { code: 'password_too_common' },
    });
    expect((await finish(token, missing)).status).toBe(201);
  });

  it('registers staff as teachers without an invite code', async () => {
    const { id, email } = await record({ role: 'staff', department: 'Physics' });
    await invite(id);
    const answer = await finish(await linkTo(email), { employeeId: 'E7' });
    expect(answer).toMatchObject({ status: 201, body: { user: { userType: 'TEACHER', _id: id } } });
  });

  it('is invalid if it was guessed, has expired, or its person got another address', async () => {
    expect(await open(randomUUID().padEnd(43, 'x'))).toMatchObject(worthless);
    expect(await finish('')).toMatchObject({ status: 400 });
    const late = await record(missing);
    await invite(late.id);
    const expired = await linkTo(late.email);
    await client.query("UPDATE registration_links SET expires_at = now() - interval '1 second'");
    expect(await finish(expired)).toMatchObject(worthless);
    const moved = await record(missing);
    await invite(moved.id);
    const old = await linkTo(moved.email);
    await record({ ...moved, email: `moved.${moved.email}` } as Partial<PersonRecord>);
    expect(await finish(old)).toMatchObject(worthless);
  });

  it('is rejected for a suspended person', async () => {
    const { id, email } = await record(missing);
    await invite(id);
    const token = await linkTo(email);
    await client.send('POST', `/api/auth/people/${id}/suspend`, {
      token: admin.token,
      body: { reason: 'Left' },
    });
    expect(await finish(token)).toMatchObject({ status: 403, body: { code: 'suspended' } });
    expect((await invite(id)).body).toEqual({ result: 'registered' });
  });

  it('is sent at most three times an hour, only by administrators and services, and never to an account', async () => {
    const { id } = await record();
    const results = [await invite(id), await invite(id), await invite(id), await invite(id)];
    expect(results.map(({ body }) => body.result)).toEqual(['queued', 'queued', 'queued', 'limited']);
    const [student, teacher] = [await client.register(), await client.registerTeacher()];
    expect((await invite(student.id)).body).toEqual({ result: 'registered' });
    expect((await invite(id, student.token)).status).toBe(403);
    expect((await invite(id, teacher.token)).status).toBe(403);
    expect((await invite(randomUUID())).status).toBe(404);
    const entries = await client.query('SELECT action FROM admin_actions WHERE person_id = $1', [id]);
    expect(entries).toEqual(Array(3).fill({ action: 'send registration link' }));
  });

  it('contains no text that a person typed', async () => {
    const { id, email } = await record({ name: 'Cheap pills at pills.example' });
    await invite(id);
    await linkTo(email);
    const [mail] = await readAllMails(services.mailDir, email);
    expect(`${mail?.subject} ${mail?.text}`).not.toContain('pills');
  });

  it('is not sent to an erased person, whose address is free again', async () => {
    const { id, email } = await record();
    await client.send('POST', `/api/auth/people/${id}/erase`, {
      token: admin.token,
      body: { reason: 'Asked for it' },
    });
    expect((await invite(id)).status).toBe(404);
    expect((await client.register({ email })).status).toBe(201);
  });
});

describe('somebody whose address is on a roster', () => {
  it('gets the link when they register, with the same response as for an existing account', async () => {
    const { email, id } = await record(missing);
    const account = await client.register();
    const answers = [await client.register({ email }), await client.register({ email: account.email })];
    for (const answer of answers)
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'email_taken', error: 'An account with this email address already exists.' },
      });
    const registered = await finish(await linkTo(email));
    expect(registered.body.user._id).toBe(id);
  });

  it.each(['/api/auth/forgot-password', '/api/auth/sign-in-link'])(
    'gets the link from POST %s, with the same response as for unknown people',
    async (path) => {
      const { email } = await record(missing);
      expect((await client.send('POST', path, { body: { email: email.toUpperCase() } })).status).toBe(204);
      expect((await finish(await linkTo(email))).status).toBe(201);
    },
  );
});
