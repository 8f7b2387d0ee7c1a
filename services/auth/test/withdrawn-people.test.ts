import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ManagedPerson } from '@qr-attendance/contracts';
import { eventually, startServices, type TestServices } from '@qr-attendance/test-kit';
import { createClient, type Client } from './support/client.ts';
import { readAllMails } from './support/emails.ts';
import { createInstitution, type Institution, newRecord } from './support/institution.ts';

let services: TestServices;
let client: Client;
let institution: Institution;
let admin: { token: string };
beforeAll(async () => {
  services = await startServices(['auth']);
  client = createClient(services);
  institution = createInstitution(services, client);
  admin = await client.makeAdmin();
});
afterAll(() => services.stop());

const findStudents = async (...people: string[]) =>
  (await institution.internal<(string | null)[]>('POST', '/internal/students/find', { people })).body;
const listPeople = async (query: string) =>
  (await client.send<ManagedPerson[]>('GET', `/api/auth/people?${query}`, { token: admin.token })).body;
const manage = (id: string, action: string, body: object = {}) =>
  client.send<{ code?: string }>('POST', `/api/auth/people/${id}/${action}`, {
    token: admin.token,
    body: { reason: 'For a test', ...body },
  });

describe('rule 8: a person withdrawn by an undo', () => {
  it('keeps ID and name, even if the undo is repeated, and is restored with the values of the next record', async () => {
    const person = await institution.withdrawnPerson({ semester: 3 });
    const { id, record } = person;
    expect(await institution.undo(person)).toMatchObject({ result: 'unchanged' });
    expect(await institution.userOf(id)).toMatchObject({
      name: record.name,
      withdrawn: true,
      erased: false,
      version: 2,
    });
    const { usn: _usn, semester: _semester, ...rest } = record;
    const again = await institution.apply({ ...rest, name: 'Rosa Again' });
    expect(again).toMatchObject({ outcome: 'restated', id });
    expect(await institution.valuesOf(record)).toMatchObject({ usn: null, semester: null });
    const user = await institution.userOf(id);
    expect(user).toMatchObject({
      name: 'Rosa Again',
      email: record.email,
      suspended: false,
      usn: '',
      version: 3,
    });
    expect(user).not.toHaveProperty('withdrawn');
    const same = await institution.apply({ ...rest, name: 'Rosa Again' });
    expect(same).toMatchObject({ outcome: 'unchanged', id });
    expect(await institution.undo(again)).toMatchObject({ result: 'unchanged' });
    expect(await institution.undo(same)).toMatchObject({ result: 'withdrawn' });
  });

  it('reserves no address or number, and is not restored by a record with a taken address', async () => {
    const { id, record } = await institution.withdrawnPerson();
    const other = await client.register({ email: record.email, usn: record.usn });
    expect(other.status).toBe(201);
    await client.countAsVerified(record.email);
    expect(await findStudents(record.email, record.usn ?? '')).toEqual([other.id, other.id]);
    expect(await institution.apply(record)).toMatchObject({ outcome: 'refused', code: 'email_taken' });
    expect(await institution.userOf(id)).toMatchObject({ name: record.name, withdrawn: true, erased: false });
    expect((await client.signIn(record.email)).status).toBe(200);
    expect(await institution.apply({ ...record, email: `new.${record.email}` })).toMatchObject({
      outcome: 'restated',
      id,
    });
  });

  it('does not block a record of another person with the same address', async () => {
    const { id, record } = await institution.withdrawnPerson();
    const another = newRecord({ email: record.email });
    // An administrator must first answer that it is another person (rule 13).
    expect(await institution.apply(another)).toMatchObject({ outcome: 'same_person', id });
    const other = await institution.apply({ ...another, sameAs: null });
    expect(other.outcome).toBe('added');
    expect(other.id).not.toBe(id);
    expect(await institution.apply(record)).toMatchObject({ outcome: 'refused', code: 'email_taken' });
  });

  it('gets the address back when imported again; the unverified account that had taken it is closed and not erased', async () => {
    const { id, record } = await institution.withdrawnPerson();
    const stranger = await client.register({ name: 'Grace Hopper', email: record.email });
    expect(await institution.apply(record)).toMatchObject({ outcome: 'restated', id });
    expect(await institution.userOf(id)).toMatchObject({ email: record.email });
    expect(await institution.userOf(stranger.id)).toMatchObject({
      name: 'Grace Hopper',
      withdrawn: true,
      erased: false,
    });
    expect((await client.signIn(record.email)).status).toBe(401);
    await eventually(async () =>
      expect((await client.send('GET', '/api/auth/me', { token: stranger.token })).status).toBe(401),
    );
  });

  it('is visible only to an administrator who lists withdrawn people, and gets no emails', async () => {
    const [{ id, record }, teacher] = [
      await institution.withdrawnPerson(),
      await institution.withdrawnPerson({ role: 'staff' }),
    ];
    const { institutionId, email, usn = '' } = record;
    const response = await institution.internal('POST', '/internal/people/find', {
      institutionIds: [institutionId],
    });
    expect(response.body).toEqual([null]);
    expect(await findStudents(institutionId, email, usn)).toEqual([null, null, null]);
    for (const person of [teacher.record.institutionId, teacher.record.email])
      expect((await institution.internal('POST', '/internal/teachers/find', { person })).status).toBe(404);
    for (const query of ['', '&state=unregistered'])
      expect(await listPeople(`search=${institutionId}${query}`)).toEqual([]);
    expect(await listPeople(`search=${id}`)).toEqual([]);
    expect(await listPeople(`search=${institutionId}&state=withdrawn`)).toMatchObject([
      { _id: id, email, withdrawnAt: expect.any(String) },
    ]);
    expect(await manage(id, 'invite')).toMatchObject({ status: 409, body: { code: 'withdrawn' } });
    expect(
      (await institution.internal('POST', '/internal/people/invite', { ids: [id], by: id })).body,
    ).toEqual(['registered']);
    expect((await client.send('POST', '/api/auth/sign-in-link', { body: { email } })).status).toBe(204);
    expect(await client.query('SELECT 1 FROM mails WHERE user_id = $1', [id])).toEqual([]);
    expect(await readAllMails(services.mailDir, email)).toEqual([]);
  });

  it('is not merged with another record', async () => {
    const { id } = await institution.withdrawnPerson();
    const other = await institution.apply(newRecord());
    expect(await manage(id, 'merge', { into: other.id })).toMatchObject({
      status: 409,
      body: { code: 'withdrawn' },
    });
    expect(await manage(other.id, 'merge', { into: id })).toMatchObject({
      status: 409,
      body: { code: 'withdrawn' },
    });
  });

  it('can be erased by an administrator, and is then added again only by an explicit choice (rule 11)', async () => {
    const { id, record } = await institution.withdrawnPerson();
    expect((await manage(id, 'erase')).status).toBe(204);
    const user = await institution.userOf(id);
    expect(user).toMatchObject({ name: 'Deleted user', erased: true });
    expect(user).not.toHaveProperty('withdrawn');
    expect(await institution.apply(record)).toMatchObject({ outcome: 'erased', id: '' });
    const again = await institution.apply(record, { addErased: true });
    expect(again.outcome).toBe('added');
    expect(again.id).not.toBe(id);
  });
});
