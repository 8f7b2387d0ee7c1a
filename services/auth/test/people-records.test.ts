import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AppliedRecord, KnownPerson, PersonRecord, UndoResult } from '@qr-attendance/contracts';
import { userChanged, type UserChanged } from '@qr-attendance/contracts/events';
import { subscribeTo } from '@qr-attendance/messaging';
import { eventually, noDeadLetters, startServices, type TestServices } from '@qr-attendance/test-kit';
import { createClient, PASSWORD, type Client } from './support/client.ts';
import { readAllMails } from './support/emails.ts';

let services: TestServices;
let client: Client;
beforeAll(async () => {
  services = await startServices(['auth']);
  client = createClient(services);
});
afterAll(() => services.stop());

const recordOf = (given: Partial<PersonRecord> = {}): PersonRecord => {
  const id = randomUUID().slice(0, 8);
  return {
    institutionId: `Q-${id}`,
    name: 'Rosa Rostered',
    email: `rosa.${id}@campus.example`,
    role: 'student',
    ...given,
  };
};
const put = (people: unknown[], run: string = randomUUID()) =>
  client.send<AppliedRecord[]>('PUT', '/internal/people', {
    token: services.internalToken,
    body: { run, people },
  });
/** Each call is a separate import, unless it names a run. */
const applyIn = async (run: string, ...people: PersonRecord[]) => {
  const { status, body } = await put(people, run);
  expect(status).toBe(200);
  return body;
};
const apply = (...people: PersonRecord[]) => applyIn(randomUUID(), ...people);
const applyOne = async (person: PersonRecord, run: string = randomUUID()) => {
  const [applied] = await applyIn(run, person);
  return { id: '', ...applied, run } as AppliedRecord & { id: string; run: string };
};
const undo = async (run: string, ...people: PersonRecord[]) => {
  const { status, body } = await client.send<UndoResult[]>('POST', '/internal/people/undo', {
    token: services.internalToken,
    body: { run, institutionIds: people.map(({ institutionId }) => institutionId) },
  });
  expect(status).toBe(200);
  return body;
};
const valuesOf = async ({ institutionId }: PersonRecord) => {
  const { body } = await client.send<(KnownPerson | null)[]>('POST', '/internal/people/find', {
    token: services.internalToken,
    body: { institutionIds: [institutionId] },
  });
  return body[0]?.values;
};
const userOf = (id: string) =>
  client.send<UserChanged>('GET', `/internal/users/${id}`, { token: services.internalToken });
const register = async (form: Record<string, unknown> = {}, isVerified = true) => {
  const registered = await client.register(form);
  if (isVerified) await client.countAsVerified(registered.email);
  return registered;
};
const finishRegistration = async (email: string): Promise<void> => {
  await client.send('POST', '/api/auth/sign-in-link', { body: { email } });
  const token = await eventually(async () => {
    const [mail] = await readAllMails(services.mailDir, email);
    const [, link] = /\/finish-registration#(\S+)/.exec(mail?.text ?? '') ?? [];
    expect(link).toBeDefined();
    return link;
  });
  const body = { token, password: PASSWORD };
  expect((await client.send('POST', '/api/auth/registration-link/finish', { body })).status).toBe(201);
};

describe('a record of the institution', () => {
  it('creates a person without an account, and publishes them', async () => {
    const record = recordOf({ usn: 'U7', regNo: 'R7', department: 'Physics', semester: 3 });
    const applied = await applyOne(record);
    expect(applied.outcome).toBe('added');
    expect(applied.changes).toContainEqual({ field: 'usn', from: null, to: 'U7', overrides: false });
    expect(await valuesOf(record)).toMatchObject({ usn: 'U7', department: 'Physics', semester: 3 });
    expect((await userOf(applied.id)).body).toMatchObject({
      name: 'Rosa Rostered',
      userType: 'STUDENT',
      registered: false,
      usn: 'U7',
      version: 1,
      institutionId: record.institutionId,
    });
  });

  it('changes nothing when it is applied again, whatever the spelling of its ID and address', async () => {
    const [student, teacher] = [recordOf({ usn: 'U8' }), recordOf({ role: 'staff' })];
    const first = await apply(student, teacher);
    expect(first.map(({ outcome }) => outcome)).toEqual(['added', 'added']);
    const again = await apply(
      { ...student, institutionId: student.institutionId },
      { ...teacher, email: teacher.email },
    );
    expect(again.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged']);
    const shouted = await applyOne({ ...student, email: student.email.toUpperCase() });
    expect(shouted).toMatchObject({ outcome: 'changed', id: first[0]?.id });
  });

  it('updates the fields that it contains, found by the institution’s ID, and keeps others', async () => {
    const record = recordOf({ usn: 'U9', semester: 2 });
    const { id } = await applyOne(record);
    const { usn: _usn, ...rest } = record;
    const renamed = { ...rest, institutionId: record.institutionId.toLowerCase(), name: 'Rosa Renamed' };
    expect(await applyOne({ ...renamed, email: `new.${record.email}` })).toMatchObject({
      outcome: 'changed',
      id,
      keptEmail: false,
      changes: expect.arrayContaining([
        {
          field: 'name',
          from: 'Rosa Rostered',
          to: 'Rosa Renamed',
          overrides: false,
        },
        {
          field: 'email',
          from: record.email,
          to: `new.${record.email}`,
          overrides: false,
        },
      ]),
    });
    expect(await valuesOf(record)).toMatchObject({ name: 'Rosa Renamed', usn: 'U9', semester: 2 });
    expect((await userOf(id)).body).toMatchObject({ name: 'Rosa Renamed', usn: 'U9', version: 2 });
  });

  it('matches a registered person by a verified address, and keeps that address', async () => {
    const { email, id } = await register({ name: 'Grace Hopper' });
    const record = recordOf({ email, name: 'Grace B. Hopper' });
    expect(await applyOne(record)).toMatchObject({ outcome: 'adopted', id, keptEmail: false });
    expect(await applyOne({ ...record, email: `other.${email}` })).toMatchObject({
      outcome: 'changed',
      id,
      keptEmail: true,
      changes: [],
    });
    expect((await userOf(id)).body).toMatchObject({ email, name: 'Grace B. Hopper', registered: true });
    expect((await client.signIn(email)).status).toBe(200);
  });

  it('is rejected if a person of another role, or another record, has the address', async () => {
    const teacher = await client.registerTeacher();
    await client.countAsVerified(teacher.email);
    const knownRecord = recordOf();
    await apply(knownRecord);
    const results = await apply(recordOf({ email: teacher.email }), recordOf({ email: knownRecord.email }));
    expect(results).toMatchObject([
      { outcome: 'refused', code: 'other_role' },
      { outcome: 'refused', code: 'email_taken' },
    ]);
  });

  it('is rejected if an earlier record of the request has the same ID or address', async () => {
    const firstRecord = recordOf();
    const results = await apply(firstRecord, recordOf({ email: firstRecord.email }), {
      ...recordOf(),
      institutionId: firstRecord.institutionId.toUpperCase(),
    });
    expect(results.slice(1)).toMatchObject([
      { outcome: 'refused', code: 'repeated' },
      { outcome: 'refused', code: 'repeated' },
    ]);
  });

  it('never touches an administrator', async () => {
    const { email } = await client.makeAdmin();
    const results = await apply(recordOf({ email, role: 'staff' }));
    expect(results).toMatchObject([{ outcome: 'refused', code: 'other_role' }]);
  });

  it('creates one person for two concurrent requests', async () => {
    const people = Array.from({ length: 20 }, () => recordOf());
    const [one, other] = await Promise.all([apply(...people), apply(...people)]);
    const idsOf = (results: AppliedRecord[]) => results.map(({ id }) => id);
    expect(idsOf(one)).toEqual(idsOf(other));
  });

  it('is accepted in batches of 500, and a larger or malformed batch is rejected as a whole', async () => {
    const people = Array.from({ length: 500 }, () => recordOf());
    const results = await apply(...people);
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['added']));
    expect((await put([...people, recordOf()])).status).toBe(400);
    expect((await put([recordOf(), { ...recordOf(), email: 'nobody' }])).status).toBe(400);
    expect((await put([{ ...recordOf(), role: 'admin' }])).status).toBe(400);
  });

  it('is published on the bus', async () => {
    const heard: UserChanged[] = [];
    const bus = await services.connectBus();
    const keep = subscribeTo(userChanged, async (user) => {
      heard.push(user);
    });
    await bus.subscribe('course', [keep], noDeadLetters);
    try {
      const record = recordOf();
      const applied = await applyOne(record);
      await eventually(() =>
        expect(heard.find(({ id }) => id === applied.id)).toMatchObject({ registered: false }),
      );
      await undo(applied.run, record);
      await eventually(() =>
        expect(heard.filter(({ id }) => id === applied.id).at(-1)).toMatchObject({
          name: 'Rosa Rostered',
          withdrawn: true,
          erased: false,
          version: 2,
        }),
      );
    } finally {
      await bus.close();
    }
  });
});

describe('undoing records', () => {
  it('withdraws added people and restores changed ones, once', async () => {
    const [known, fresh] = [recordOf({ usn: 'U1' }), recordOf()];
    const { id } = await applyOne(known);
    const run = randomUUID();
    const applied = await applyIn(run, { ...known, name: 'Rosa Renamed', usn: 'U2' }, fresh);
    expect(await undo(run, known, fresh)).toMatchObject([{ result: 'restored' }, { result: 'withdrawn' }]);
    expect((await userOf(id)).body).toMatchObject({ name: 'Rosa Rostered', usn: 'U1', version: 3 });
    expect((await userOf(applied[1]?.id ?? '')).body).toMatchObject({ withdrawn: true, erased: false });
    expect(await undo(run, known, fresh)).toMatchObject([{ result: 'unchanged' }, { result: 'unchanged' }]);
  });

  it('unlinks a registered person but keeps the account (rule 5: undoing an adoption withdraws nobody)', async () => {
    const { email, id } = await register();
    const record = recordOf({ email, name: 'Grace Hopper', usn: 'U1', regNo: 'R1' });
    const { run } = await applyOne(record);
    expect(await undo(run, record)).toMatchObject([{ result: 'restored', kept: [] }]);
    expect((await userOf(id)).body).not.toHaveProperty('institutionId');
    expect((await client.signIn(email)).status).toBe(200);
  });

  const details = { usn: 'U1', regNo: 'R1', department: 'Physics', semester: 3 };
  it.each([
    ['address', details, { email: `new.${randomUUID()}@campus.example` }, ['email']],
    ['department and semester', { usn: 'U1', regNo: 'R1' }, details, ['semester', 'department']],
  ])('keeps the %s of a person who registered since', async (_what, before, change, kept) => {
    const record = recordOf(before);
    await applyOne(record);
    const applied = await applyOne({ ...record, ...change });
    const { email } = { ...record, ...change };
    await finishRegistration(email);
    expect(await undo(applied.run, record)).toEqual([
      { result: 'kept', id: applied.id, kept: expect.arrayContaining(kept), code: 'registered' },
    ]);
    expect(await client.signIn(email)).toMatchObject({
      status: 200,
      body: { user: { _id: applied.id, email }, profile: details },
    });
  });

  it('keeps what newer imports state (rule 6)', async () => {
    const record = recordOf();
    const added = await applyOne(record);
    const renamed = await applyOne({ ...record, name: 'Rosa Renamed' });
    const last = await applyOne({ ...record, name: 'Rosa Again' });
    expect(await undo(renamed.run, record)).toMatchObject([{ result: 'unchanged' }]);
    expect(await undo(added.run, record)).toMatchObject([{ result: 'unchanged' }]);
    expect(await valuesOf(record)).toMatchObject({ name: 'Rosa Again' });
    expect(await undo(last.run, record)).toMatchObject([{ result: 'withdrawn' }]);
  });
});

describe('a person without an account', () => {
  it('is unknown to sign-in, sign-in links and password links', async () => {
    const { email } = recordOf();
    await apply(recordOf({ email }));
    const unknown = `${randomUUID()}@campus.example`;
    const [rostered, nobody] = [await client.signIn(email), await client.signIn(unknown)];
    const nobodyKnown = { code: 'wrong_credentials', error: 'Invalid email or password' };
    expect(rostered).toMatchObject({ status: 401, body: nobodyKnown });
    expect(nobody).toMatchObject({ status: 401, body: nobodyKnown });
    expect((await client.signIn(email, '')).status).toBe((await client.signIn(unknown, '')).status);
    for (const path of ['/api/auth/forgot-password', '/api/auth/sign-in-link'])
      expect((await client.send('POST', path, { body: { email } })).status).toBe(204);
    const links = await client.query(
      'SELECT 1 FROM password_resets r JOIN users u ON u.id = r.user_id WHERE u.email = $1',
      [email],
    );
    expect(links).toEqual([]);
  });

  it('cannot be taken over by registering with a password', async () => {
    const { email } = recordOf();
    await apply(recordOf({ email }));
    const answer = await client.register({ email });
    expect(answer).toMatchObject({ status: 409, body: { code: 'email_taken' } });
    expect((await client.signIn(email, PASSWORD)).status).toBe(401);
  });
});

describe('an import of people', () => {
  it('can be previewed without applying it', async () => {
    const [knownRecord, newRecord] = [recordOf(), recordOf()];
    const { id } = await applyOne(knownRecord);
    const renamed = { ...knownRecord, name: 'Rosa Renamed' };
    const { body } = await client.send<AppliedRecord[]>('PUT', '/internal/people', {
      token: services.internalToken,
      body: { run: randomUUID(), people: [renamed, newRecord], dryRun: true },
    });
    expect(body).toMatchObject([
      {
        outcome: 'changed',
        id,
        changes: [
          {
            field: 'name',
            from: knownRecord.name,
            to: 'Rosa Renamed',
            overrides: false,
          },
        ],
      },
      { outcome: 'added' },
    ]);
    expect(body[1]).not.toHaveProperty('id');
    expect((await apply(knownRecord, newRecord)).map(({ outcome }) => outcome)).toEqual([
      'unchanged',
      'added',
    ]);
  });

  it('matches institution IDs in upper or lower case', async () => {
    const person = recordOf();
    const { id } = await applyOne(person);
    const { body } = await client.send('POST', '/internal/people/find', {
      token: services.internalToken,
      body: { institutionIds: ['unknown', person.institutionId.toLowerCase()] },
    });
    const { institutionId, name, email } = person;
    expect(body).toMatchObject([null, { id, userType: 'STUDENT', values: { institutionId, name, email } }]);
  });
});
