import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AppliedRecord } from '@qr-attendance/contracts';
import type { UserChanged } from '@qr-attendance/contracts/events';
import {
  createDevice,
  createTestAdmin,
  eventually,
  startServices,
  type TestServices,
} from '@qr-attendance/test-kit';
import { createClient, type Client } from './support/client.ts';
import { readAllMails } from './support/emails.ts';

let services: TestServices;
let client: Client;
beforeAll(async () => {
  services = await startServices(['auth']);
  client = createClient(services);
});
afterAll(() => services.stop());

const internal = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
  const answer = await client.send<Body>(method, path, { token: services.internalToken, body });
  expect(answer.status).toBe(200);
  return answer.body;
};
const record = (more: object = {}) => {
  const institutionId = `Q-${randomUUID().slice(0, 8)}`;
  const email = `${institutionId.toLowerCase()}@campus.example`;
  return { institutionId, name: 'Rosa Rostered', email, role: 'student', ...more };
};
const put = async (person: object, dryRun = false) => {
  const body = { run: randomUUID(), people: [person], ...(dryRun && { dryRun }) };
  return (await internal<AppliedRecord[]>('PUT', '/internal/people', body))[0];
};
const userOf = (id = '') => internal<UserChanged>('GET', `/internal/users/${id}`);
const find = (...people: string[]) =>
  internal<(string | null)[]>('POST', '/internal/students/find', { people });
const linksTo = (email: string) =>
  eventually(async () => {
    const mails = await readAllMails(services.mailDir, email);
    const links = mails.filter(({ text }) => /\/finish-registration#/.test(text));
    expect(links).toHaveLength(1);
  });

const withdrawn = { withdrawn: true, erased: false, registered: false };

describe('a record of the institution', () => {
  it('takes over an unverified account with its address, and sends the registration link there', async () => {
    const stranger = await client.register({ usn: 'U-TYPED' });
    const { deviceId, publicKey } = createDevice();
    const device = { deviceId, publicKey, deviceName: 'Phone' };
    const { token } = stranger;
    await client.send('POST', '/api/auth/register-device', { token, body: device });
    await client.send('POST', '/api/auth/set-pin', { token, body: { pin: '2468' } });
    const person = record({ email: stranger.email });
    expect(await put(person, true)).toMatchObject({ outcome: 'adopted', id: stranger.id });
    expect((await client.signIn(stranger.email)).status).toBe(200);
    expect(await put(person)).toMatchObject({ outcome: 'adopted', id: stranger.id });
    expect(await userOf(stranger.id)).toMatchObject({ name: 'Rosa Rostered', registered: false, usn: '' });
    expect((await client.signIn(stranger.email)).status).toBe(401);
    expect((await client.refresh(stranger.cookies)).status).toBe(401);
    await eventually(async () =>
      expect((await client.send('GET', '/api/auth/me', { token })).status).toBe(401),
    );
    const security = await internal('GET', `/internal/students/${stranger.id}/security`);
    expect(security).toMatchObject({ devices: [], pinVerifier: null });
    await linksTo(stranger.email);
    expect(await put(person)).toMatchObject({ outcome: 'unchanged', id: stranger.id });
  });

  it('closes and withdraws an unverified account of another role, but does not erase it (rule 8)', async () => {
    const stranger = await client.registerTeacher();
    const applied = await put(record({ email: stranger.email }));
    expect(applied).toMatchObject({ outcome: 'added' });
    expect(await userOf(applied?.id)).toMatchObject({ userType: 'STUDENT', email: stranger.email });
    expect(await userOf(stranger.id)).toMatchObject(withdrawn);
    expect((await client.signIn(stranger.email)).status).toBe(401);
  });

  it('takes its person’s new address from an unverified account', async () => {
    const person = record();
    const { id } = (await put(person)) ?? {};
    const stranger = await client.register();
    expect(await put({ ...person, email: stranger.email })).toMatchObject({ outcome: 'changed', id });
    expect(await userOf(id)).toMatchObject({ email: stranger.email });
    expect(await userOf(stranger.id)).toMatchObject(withdrawn);
  });

  it('turns somebody whom a teacher added as a student into a teacher', async () => {
    const email = `${randomUUID()}@campus.example`;
    const people = [{ name: 'Future Colleague', email }];
    const [listed] = await internal<{ id: string }[]>('POST', '/internal/students', {
      people,
      by: randomUUID(),
      preview: false,
    });
    const applied = await put(record({ email, role: 'staff' }));
    expect(applied).toMatchObject({ outcome: 'added' });
    expect(await userOf(applied?.id)).toMatchObject({ userType: 'TEACHER', email });
    expect(await userOf(listed?.id)).toMatchObject({ ...withdrawn, name: 'Future Colleague' });
  });

  it('does not change verified accounts of another role', async () => {
    const { email, id } = await client.registerTeacher();
    await client.countAsVerified(email);
    expect(await put(record({ email }))).toMatchObject({ outcome: 'refused', code: 'other_role' });
    expect(await userOf(id)).toMatchObject({ userType: 'TEACHER', erased: false });
  });
});

describe('a student number', () => {
  it('finds the institution’s record before accounts that claim the number', async () => {
    const usn = `U${randomUUID().slice(0, 8)}`;
    const { id } = (await put(record({ usn }))) ?? {};
    const [unverified, verified] = [await client.register({ usn }), await client.register({ usn })];
    await client.countAsVerified(verified.email);
    expect(unverified.id).not.toBe(id);
    expect(await find(usn)).toEqual([id]);
  });

  it('finds a verified account even if strangers claim the number, but never an unverified one', async () => {
    const [claimed, free] = [`U${randomUUID().slice(0, 8)}`, `U${randomUUID().slice(0, 8)}`];
    const owner = await client.register({ usn: claimed });
    await client.countAsVerified(owner.email);
    await client.register({ usn: claimed });
    await client.register({ usn: free });
    expect(await find(claimed, free)).toEqual([owner.id, null]);
  });
});

it('a number from the institution takes precedence over one that an imported person typed', async () => {
  const usn = `U${randomUUID().slice(0, 8)}`;
  const { id } = (await put(record({ usn }))) ?? {};
  const claiming = await client.register({ usn });
  await client.countAsVerified(claiming.email);
  expect(await put(record({ email: claiming.email }))).toMatchObject({ id: claiming.id });
  expect(await find(usn)).toEqual([id]);
});

it('an employee ID finds the teacher in the institution’s records before those who typed it', async () => {
  const colleague = record({ role: 'staff' });
  const { id } = (await put(colleague)) ?? {};
  const typed = await client.registerTeacher({ employeeId: colleague.institutionId });
  await client.countAsVerified(typed.email);
  const lookUp = (person: string) => internal('POST', '/internal/teachers/find', { person });
  expect(await lookUp(colleague.institutionId)).toEqual({ id });
  expect(await lookUp(colleague.email)).toEqual({ id });
});

it('a record of the institution is not merged into an account whose address nobody verified', async () => {
  const admin = await client.makeAdmin();
  const { id } = (await put(record())) ?? {};
  const stranger = await client.register();
  const merge = () =>
    client.send('POST', `/api/auth/people/${id}/merge`, {
      token: admin.token,
      body: { into: stranger.id, reason: 'The same student' },
    });
  expect(await merge()).toMatchObject({ status: 409, body: { code: 'kept_unverified' } });
  await client.countAsVerified(stranger.email);
  expect((await merge()).status).toBe(200);
});

it('only a teacher in the institution’s records can add somebody whose address a stranger registered', async () => {
  const stranger = await client.register();
  const [knownTeacher, unknownTeacher] = [await client.registerTeacher(), await client.registerTeacher()];
  for (const { email } of [knownTeacher, unknownTeacher]) await client.countAsVerified(email);
  expect(await put(record({ email: knownTeacher.email, role: 'staff' }))).toMatchObject({
    id: knownTeacher.id,
  });
  const add = (by: string) =>
    internal('POST', '/internal/students', {
      people: [{ name: 'Rosa Rostered', email: stranger.email }],
      by,
      preview: false,
    });
  expect(await add(unknownTeacher.id)).toEqual([{ isNew: false, code: 'email_unverified' }]);
  expect((await client.signIn(stranger.email)).status).toBe(200);
  expect(await add(knownTeacher.id)).toEqual([{ id: stranger.id, isNew: true }]);
  expect((await client.signIn(stranger.email)).status).toBe(401);
  await linksTo(stranger.email);
});

it('an operator can make somebody an administrator whose address a stranger registered or a teacher added', async () => {
  const stranger = await client.register();
  const email = `${randomUUID()}@campus.example`;
  const [listed] = await internal<{ id: string }[]>('POST', '/internal/students', {
    people: [{ name: 'A Name', email }],
    by: randomUUID(),
    preview: false,
  });
  for (const address of [stranger.email, email])
    await createTestAdmin(services, { name: 'Alan Turing', email: address });
  for (const id of [stranger.id, listed?.id]) expect(await userOf(id)).toMatchObject({ erased: true });
  expect((await client.signIn(stranger.email)).status).toBe(401);
});
