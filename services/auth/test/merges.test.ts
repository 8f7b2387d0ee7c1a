import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  AppliedRecord,
  AuditLogEntry,
  ManagedPerson,
  MergePreview,
  PersonalData,
  PersonRecord,
} from '@qr-attendance/contracts';
import type { UserChanged } from '@qr-attendance/contracts/events';
import { startServices, type TestServices } from '@qr-attendance/test-kit';
import { createClient, PASSWORD, type Client } from './support/client.ts';

let services: TestServices;
let client: Client;
let admin: { id: string; token: string; email: string };
beforeAll(async () => {
  services = await startServices(['auth']);
  client = createClient(services);
  admin = await client.makeAdmin();
});
afterAll(() => services.stop());

const internal = <Body>(method: string, path: string, body?: unknown) =>
  client.send<Body>(method, path, { token: services.internalToken, body });
const record = async (given: Partial<PersonRecord> = {}) => {
  const key = randomUUID().slice(0, 8);
  const values = { institutionId: `Q-${key}`, name: 'Rosa Rostered', email: `rosa.${key}@campus.example` };
  const person: PersonRecord = { ...values, role: 'student', ...given };
  const { body } = await internal<AppliedRecord[]>('PUT', '/internal/people', {
    run: randomUUID(),
    people: [person],
  });
  return { ...person, id: body[0]?.id ?? '' };
};
const userOf = async (id: string) => (await internal<UserChanged>('GET', `/internal/users/${id}`)).body;
const findStudents = async (...people: string[]) =>
  (await internal<(string | null)[]>('POST', '/internal/students/find', { people })).body;
const merge = (id: string, into: string, token = admin.token) =>
  client.send<ManagedPerson & { code?: string }>('POST', `/api/auth/people/${id}/merge`, {
    token,
    body: { into, reason: 'The same student' },
  });
const undo = (id: string, token = admin.token) =>
  client.send<ManagedPerson>('POST', `/api/auth/people/${id}/undo-merge`, {
    token,
    body: { reason: 'Two students after all' },
  });
const preview = (id: string, into: string, token = admin.token) =>
  client.send<MergePreview>('GET', `/api/auth/people/${id}/merge?into=${into}`, { token });
const rosteredAndRegistered = async () => {
  const account = await client.register();
  await client.countAsVerified(account.email);
  return { rostered: await record(), account };
};

describe('merging two records of one student', () => {
  it('can be previewed without changing anything', async () => {
    const { rostered, account } = await rosteredAndRegistered();
    const before = await userOf(account.id);
    expect(await preview(rostered.id, account.id)).toMatchObject({
      status: 200,
      body: {
        merged: { _id: rostered.id, registered: false },
        kept: { _id: account.id, registered: true },
        takesOver: rostered.institutionId,
      },
    });
    expect(await userOf(account.id)).toEqual(before);
  });

  it('publishes the merge, and lets the kept record be found by the merged one’s numbers and address', async () => {
    const { rostered, account } = await rosteredAndRegistered();
    const merged = await merge(rostered.id, account.id);
    expect(merged).toMatchObject({
      status: 200,
      body: { _id: rostered.id, mergedInto: { _id: account.id, name: 'Grace Hopper' } },
    });
    expect(await userOf(rostered.id)).toMatchObject({ mergedInto: account.id, suspended: true });
    expect(await userOf(account.id)).toMatchObject({ institutionId: rostered.institutionId });
    expect(await findStudents(rostered.email, rostered.institutionId)).toEqual([account.id, account.id]);
    const { body: people } = await internal<({ id: string } | null)[]>('POST', '/internal/people/find', {
      institutionIds: [rostered.institutionId],
    });
    expect(people).toMatchObject([{ id: account.id }]);
  });

  it('lets the next import update the kept record, which keeps its address', async () => {
    const { rostered, account } = await rosteredAndRegistered();
    await merge(rostered.id, account.id);
    const { id: _id, ...person } = rostered;
    const { body } = await internal<AppliedRecord[]>('PUT', '/internal/people', {
      run: randomUUID(),
      people: [{ ...person, name: 'Rosa Renamed' }],
    });
    expect(body).toMatchObject([{ outcome: 'adopted', id: account.id, keptEmail: true }]);
    expect(await userOf(account.id)).toMatchObject({ name: 'Rosa Renamed', email: account.email });
    expect(await userOf(rostered.id)).toMatchObject({ name: 'Rosa Rostered', email: rostered.email });
  });

  it('gives the kept record the institution ID that a later import states for the merged address', async () => {
    const email = `${randomUUID()}@campus.example`;
    const body = { people: [{ name: 'Typed Name', email }], by: randomUUID(), preview: false };
    const { body: added } = await internal<{ id: string }[]>('POST', '/internal/students', body);
    const account = await client.register();
    await merge(added[0]?.id ?? '', account.id);
    const later = await record({ email, name: 'Grace B. Hopper' });
    expect(later.id).toBe(account.id);
    expect(await userOf(account.id)).toMatchObject({
      institutionId: later.institutionId,
      name: 'Grace B. Hopper',
      email: account.email,
    });
  });

  it('keeps both institution IDs if both records have one', async () => {
    const [mergedRecord, keptRecord] = [await record(), await record()];
    await merge(mergedRecord.id, keptRecord.id);
    const { id: _id, ...person } = mergedRecord;
    const { body } = await internal<AppliedRecord[]>('PUT', '/internal/people', {
      run: randomUUID(),
      people: [{ ...person, name: 'Renamed' }],
    });
    expect(body).toMatchObject([{ outcome: 'changed', id: mergedRecord.id }]);
    expect(await userOf(keptRecord.id)).toMatchObject({
      institutionId: keptRecord.institutionId,
      name: keptRecord.name,
    });
  });

  it('ends all access by the merged account, and reveals that only to somebody with its password', async () => {
    const [merged, kept] = [await client.register(), await client.register()];
    const { cookies } = await client.signIn(merged.email);
    expect((await merge(merged.id, kept.id)).status).toBe(200);
    expect((await client.send('GET', '/api/auth/me', { token: merged.token })).status).toBe(401);
    expect((await client.refresh(cookies)).status).toBe(401);
    expect(await client.signIn(merged.email)).toMatchObject({
      status: 403,
      body: { code: 'account_merged' },
    });
    expect(await client.signIn(merged.email, 'a wrong password')).toMatchObject({
      status: 401,
      body: { code: 'wrong_credentials' },
    });
    expect((await client.signIn(kept.email)).status).toBe(200);
    expect((await client.send('GET', '/api/auth/me', { token: kept.token })).status).toBe(200);
  });

  it('records who merged whom and why in the audit log of both records', async () => {
    const { rostered, account } = await rosteredAndRegistered();
    await merge(rostered.id, account.id);
    await undo(rostered.id);
    for (const id of [rostered.id, account.id]) {
      const { body } = await client.send<AuditLogEntry[]>('GET', `/api/auth/audit-log?personId=${id}`, {
        token: admin.token,
      });
      expect(body).toMatchObject([
        { action: 'undo_merge', by: { _id: admin.id }, reason: 'Two students after all' },
        { action: 'merge', by: { _id: admin.id }, reason: 'The same student' },
      ]);
    }
  });

  it('changes nothing when it is repeated', async () => {
    const { rostered, account } = await rosteredAndRegistered();
    await merge(rostered.id, account.id);
    const { version } = await userOf(rostered.id);
    expect((await merge(rostered.id, account.id)).status).toBe(200);
    expect(await userOf(rostered.id)).toMatchObject({ version });
    await undo(rostered.id);
    const separated = await userOf(rostered.id);
    expect((await undo(rostered.id)).status).toBe(200);
    expect(await userOf(rostered.id)).toEqual(separated);
  });

  it('lists the record as merged, and a filter finds it', async () => {
    const name = `Merged ${randomUUID()}`;
    const rostered = await record({ name });
    const account = await client.register({ name });
    await client.countAsVerified(account.email);
    await merge(rostered.id, account.id);
    const list = async (filter: string) => {
      const path = `/api/auth/people?search=${encodeURIComponent(name)}${filter}`;
      const { body } = await client.send<ManagedPerson[]>('GET', path, { token: admin.token });
      return body.map(({ _id, mergedInto }) => [_id, mergedInto?._id]);
    };
    expect((await list('')).length).toBe(2);
    expect(await list('&state=merged')).toEqual([[rostered.id, account.id]]);
    expect(await list('&state=active')).toEqual([[account.id, undefined]]);
    expect(await list('&state=unregistered')).toEqual([]);
  });
});

describe('undoing a merge', () => {
  it('restores both records', async () => {
    const { rostered, account } = await rosteredAndRegistered();
    const before = await Promise.all([rostered.id, account.id].map(userOf));
    await merge(rostered.id, account.id);
    expect((await undo(rostered.id)).body).not.toHaveProperty('mergedInto');
    const after = await Promise.all([rostered.id, account.id].map(userOf));
    const withoutVersion = ({ version: _version, signedOut: _signedOut, ...user }: UserChanged) => user;
    expect(withoutVersion(after[0]!)).toEqual({ ...withoutVersion(before[0]!), mergedInto: null });
    expect(withoutVersion(after[1]!)).toEqual(withoutVersion(before[1]!));
    expect(await findStudents(rostered.email, rostered.institutionId)).toEqual([rostered.id, rostered.id]);
  });

  it('lets a merged account sign in again', async () => {
    const [merged, kept] = [await client.register(), await client.register()];
    await merge(merged.id, kept.id);
    await undo(merged.id);
    expect((await client.signIn(merged.email)).status).toBe(200);
  });

  it('keeps a suspension', async () => {
    const { rostered, account } = await rosteredAndRegistered();
    const body = { reason: 'Left the university' };
    await client.send('POST', `/api/auth/people/${rostered.id}/suspend`, { token: admin.token, body });
    await merge(rostered.id, account.id);
    await undo(rostered.id);
    expect(await userOf(rostered.id)).toMatchObject({ suspended: true });
    expect(await userOf(account.id)).toMatchObject({ suspended: false });
  });
});

describe('a merge is rejected', () => {
  it('into the same or an unknown record, or if it concerns teachers', async () => {
    const { rostered, account } = await rosteredAndRegistered();
    const teacher = await client.registerTeacher();
    expect(await merge(account.id, account.id)).toMatchObject({ status: 409, body: { code: 'same_person' } });
    expect((await merge(rostered.id, randomUUID())).status).toBe(404);
    expect((await merge(randomUUID(), account.id)).status).toBe(404);
    for (const [mergedId, keptId] of [
      [teacher.id, account.id],
      [rostered.id, teacher.id],
      [rostered.id, admin.id],
    ] as const)
      expect(await merge(mergedId, keptId)).toMatchObject({
        status: 409,
        body: { code: 'only_students_merge' },
      });
    expect(await userOf(rostered.id)).not.toHaveProperty('mergedInto');
  });

  it('of an account into a record without an account', async () => {
    const { rostered, account } = await rosteredAndRegistered();
    for (const answer of [await merge(account.id, rostered.id), await preview(account.id, rostered.id)])
      expect(answer).toMatchObject({ status: 409, body: { code: 'keep_the_account' } });
  });

  it('if it would create a chain or a cycle', async () => {
    const [first, second, third] = [await record(), await record(), await record()];
    await merge(first.id, second.id);
    const codeOf = async (answer: Promise<{ body: { code?: string } }>) => (await answer).body.code;
    expect(await codeOf(merge(second.id, first.id))).toBe('kept_is_merged');
    expect(await codeOf(merge(third.id, first.id))).toBe('kept_is_merged');
    expect(await codeOf(merge(second.id, third.id))).toBe('has_merged_records');
    expect(await codeOf(merge(first.id, third.id))).toBe('already_merged');
    expect((await merge(third.id, second.id)).status).toBe(200);
  });

  it('if a concurrent merge goes in the opposite direction', async () => {
    const [one, other] = [await record(), await record()];
    const answers = await Promise.all([merge(one.id, other.id), merge(other.id, one.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const merged = (await Promise.all([one.id, other.id].map(userOf))).filter(({ mergedInto }) => mergedInto);
    expect(merged).toHaveLength(1);
  });

  it('for everyone but administrators', async () => {
    const { rostered, account } = await rosteredAndRegistered();
    const teacher = await client.registerTeacher();
    for (const { token } of [account, teacher])
      for (const answer of [
        await preview(rostered.id, account.id, token),
        await merge(rostered.id, account.id, token),
        await undo(rostered.id, token),
      ])
        expect(answer.status).toBe(403);
    expect(await userOf(rostered.id)).not.toHaveProperty('mergedInto');
  });
});

describe('a merged record', () => {
  it('cannot register with an earlier link, and gets no new one', async () => {
    const { rostered, account } = await rosteredAndRegistered();
    const invite = () =>
      client.send<{ result: string }>('POST', `/api/auth/people/${rostered.id}/invite`, {
        token: admin.token,
      });
    expect((await invite()).body).toEqual({ result: 'queued' });
    await merge(rostered.id, account.id);
    expect((await invite()).body).toEqual({ result: 'registered' });
    expect(
      await client.query('SELECT FROM registration_links WHERE user_id = $1', [rostered.id]),
    ).toHaveLength(0);
    const form = { name: 'Rosa', email: rostered.email, password: PASSWORD };
    expect((await client.register(form)).status).toBe(409);
  });

  it('is part of the person’s data export', async () => {
    const { rostered, account } = await rosteredAndRegistered();
    await merge(rostered.id, account.id);
    const { body } = await client.send<PersonalData>('GET', '/api/auth/my-data', { token: account.token });
    expect(body.records['account']).toMatchObject([{ id: account.id }, { id: rostered.id }]);
  });

  it('is erased with the person', async () => {
    const { rostered, account } = await rosteredAndRegistered();
    await merge(rostered.id, account.id);
    const { status } = await client.send('POST', '/api/auth/erase-me', {
      token: account.token,
      body: { password: PASSWORD },
    });
    expect(status).toBe(204);
    expect(await userOf(rostered.id)).toMatchObject({ erased: true });
    expect((await undo(rostered.id)).status).toBe(404);
  });
});
