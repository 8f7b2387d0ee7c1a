import { randomUUID } from 'node:crypto';
import type { AppliedRecord, PersonalData, PersonRecord } from '@qr-attendance/contracts';
import type { Ledger } from '@qr-attendance/statements';
import { startServices, type TestServices } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createClient, PASSWORD, type Client } from './support/client.ts';
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

const details = { department: 'Physics', semester: 3 };
/** No page can change the name of a person stated by the institution, so an operator does. */
const rename = (id: string, name: string) =>
  client.query('UPDATE users SET name = $2, version = version + 1 WHERE id = $1', [id, name]);
const versionOf = async (id: string) => (await institution.userOf(id)).version;
const storedAbout = async (id: string) => {
  const [statements, events, actions] = await Promise.all([
    client.query('SELECT ledger FROM person_statements WHERE user_id = $1', [id]),
    client.query('SELECT version FROM outbox WHERE key = $1', [id]),
    client.query('SELECT id FROM admin_actions WHERE person_id = $1', [id]),
  ]);
  return { statements, events, actions };
};
const manage = (id: string, action: string, body: object = {}) =>
  client.send<{ code?: string }>('POST', `/api/auth/people/${id}/${action}`, {
    token: admin.token,
    body: { reason: 'For a test', ...body },
  });
const registerVerified = async (form: object = {}) => {
  const account = await client.register({ ...form });
  await client.countAsVerified(account.email);
  return account;
};

describe('a repeated record', () => {
  it('rule 2: changes and publishes nothing, whatever was changed since', async () => {
    const first = await institution.apply(newRecord(details));
    await rename(first.id, 'Rosa Corrected');
    const before = await versionOf(first.id);
    const { events, actions } = await storedAbout(first.id);
    const again = await institution.apply(first.record);
    expect(again).toMatchObject({ outcome: 'unchanged', id: first.id, changes: [] });
    expect(await institution.userOf(first.id)).toMatchObject({ name: 'Rosa Corrected', version: before });
    const after = await storedAbout(first.id);
    expect(after).toMatchObject({ events, actions });
    expect(after.statements).toMatchObject([{ ledger: { entries: [{ runs: [first.run, again.run] }] } }]);
  });

  it('rule 2: keeps an address that the person has changed, even by registering', async () => {
    const { record, id } = await institution.apply(newRecord({ ...details, regNo: 'R7' }));
    const token = await institution.requestLink(record.email);
    expect((await institution.finish(token)).status).toBe(201);
    await client.query('UPDATE users SET email = $2, email_key = $2 WHERE id = $1', [
      id,
      `new.${record.email}`,
    ]);
    expect(await institution.apply(record)).toMatchObject({ outcome: 'unchanged', changes: [] });
    const moved = { ...record, email: `other.${record.email}`, name: 'Rosa Moved' };
    expect(await institution.apply(moved)).toMatchObject({ outcome: 'changed', keptEmail: true });
    expect(await institution.userOf(id)).toMatchObject({ name: 'Rosa Moved', email: `new.${record.email}` });
  });

  it('rule 17: changes nothing a second time after a crash', async () => {
    const record = newRecord(details);
    const run = randomUUID();
    const { id } = await institution.apply(record, { run });
    await rename(id, 'Rosa Corrected');
    const before = await storedAbout(id);
    expect(await institution.apply(record, { run })).toMatchObject({ outcome: 'unchanged', id });
    expect(await storedAbout(id)).toEqual(before);
    expect(await institution.undo({ run, record })).toMatchObject({ result: 'withdrawn' });
    const withdrawn = await versionOf(id);
    expect(await institution.undo({ run, record })).toMatchObject({ result: 'unchanged' });
    expect(await versionOf(id)).toBe(withdrawn);
  });
});

describe('a record with different values', () => {
  it('rule 2: overrides a local change of that field only, and the preview lists it', async () => {
    const { record, id } = await institution.apply(newRecord({ ...details, regNo: 'R1' }));
    await rename(id, 'Rosa Corrected');
    await client.query(`UPDATE students SET reg_no = 'R-CORRECTED', semester = 5 WHERE user_id = $1`, [id]);
    const next = { ...record, name: 'Rosa Married', semester: 4 };
    const before = await versionOf(id);
    const changes = expect.arrayContaining([
      { field: 'name', from: 'Rosa Corrected', to: 'Rosa Married', overrides: true },
      { field: 'semester', from: 5, to: 4, overrides: true },
    ]);
    const preview = await institution.apply(next, { dryRun: true });
    expect(preview).toMatchObject({ outcome: 'changed', id, changes });
    expect(preview.changes).toHaveLength(2);
    expect(await versionOf(id)).toBe(before);
    expect((await institution.apply(next)).changes).toEqual(preview.changes);
    expect(await institution.valuesOf(record)).toMatchObject({
      name: 'Rosa Married',
      semester: 4,
      regNo: 'R-CORRECTED',
      department: 'Physics',
    });
  });

  it('rule 2: can be declined, stays declined, and is applied when an administrator chooses', async () => {
    const { record, id } = await institution.apply(newRecord(details));
    await rename(id, 'Rosa Corrected');
    const next = { ...record, name: 'Rosa Married' };
    const leftOut = [{ field: 'name', from: 'Rosa Corrected', to: 'Rosa Married', overrides: true }];
    expect(await institution.apply(next, { keepLocalChanges: true })).toMatchObject({
      changes: [],
      leftOut,
      declined: ['name'],
    });
    const again = await institution.apply(next);
    expect(again).toMatchObject({ outcome: 'unchanged', changes: [], declined: ['name'] });
    expect(again.leftOut).toBeUndefined();
    const taken = await institution.apply(next, { takesUp: true });
    expect(taken).toMatchObject({ outcome: 'changed', changes: leftOut });
    expect(taken.declined).toBeUndefined();
    expect(await institution.valuesOf(record)).toMatchObject({ name: 'Rosa Married' });
    await institution.undo(taken);
    expect(await institution.valuesOf(record)).toMatchObject({ name: 'Rosa Corrected' });
  });

  it('rule 1: keeps the values of columns that the file lacks', async () => {
    const { record, id } = await institution.apply(newRecord(details));
    const { usn: _usn, semester: _semester, ...rest } = record;
    expect(await institution.apply(rest)).toMatchObject({ outcome: 'unchanged', id });
    expect(await institution.valuesOf(record)).toMatchObject({ usn: record.usn, semester: 3 });
  });
});

describe('the first record about an existing person', () => {
  it('adopts the person and changes differing fields, and an undo restores those but withdraws nobody (rule 5)', async () => {
    const account = await registerVerified({ name: 'Grace Hopper', usn: 'U-TYPED', semester: 3 });
    const record = newRecord({ email: account.email, name: 'Grace B. Hopper', semester: 3 });
    const adopted = await institution.apply(record);
    expect(adopted).toMatchObject({ outcome: 'adopted', id: account.id });
    expect(adopted.changes.map(({ field }) => field).toSorted()).toEqual(['institutionId', 'name', 'usn']);
    expect(await institution.undo(adopted)).toMatchObject({ result: 'restored', kept: [] });
    const user = await institution.userOf(account.id);
    expect(user).toMatchObject({ name: 'Grace Hopper', usn: 'U-TYPED', registered: true });
    expect(user).not.toHaveProperty('institutionId');
    expect(user).not.toHaveProperty('withdrawn');
    expect((await storedAbout(account.id)).statements).toEqual([]);
    expect(await institution.apply(record)).toMatchObject({ outcome: 'adopted', id: account.id });
  });

  it('does not withdraw a student whom a teacher had added when it is undone', async () => {
    const email = `${randomUUID()}@campus.example`;
    const body = { people: [{ name: 'Typed Name', email }], by: randomUUID(), preview: false };
    const { body: listed } = await institution.internal<{ id: string }[]>('POST', '/internal/students', body);
    const adopted = await institution.apply(newRecord({ email }));
    expect(adopted).toMatchObject({ outcome: 'adopted', id: listed[0]?.id });
    expect(await institution.undo(adopted)).toMatchObject({ result: 'restored' });
    const user = await institution.userOf(adopted.id);
    expect(user).toMatchObject({ name: 'Typed Name', email });
    expect(user).not.toHaveProperty('withdrawn');
  });

  it('rule 14: takes over an unverified account, and an undo does not restore access', async () => {
    const stranger = await client.register({ name: 'A Stranger', usn: 'U-TYPED' });
    const adopted = await institution.apply(newRecord({ email: stranger.email, name: 'Rosa Rostered' }));
    expect(adopted).toMatchObject({ outcome: 'adopted', id: stranger.id });
    expect(await institution.undo(adopted)).toMatchObject({ result: 'restored' });
    expect(await institution.userOf(stranger.id)).toMatchObject({ registered: false, usn: '' });
    expect((await client.signIn(stranger.email)).status).toBe(401);
  });
});

describe('undoing imports', () => {
  const three = async () => {
    const first = await institution.apply(newRecord({ ...details, name: 'First' }));
    const second = await institution.apply({ ...first.record, name: 'Second', semester: 4 });
    const third = await institution.apply({ ...first.record, name: 'Third', semester: 4 });
    return { id: first.id, record: first.record, runs: [first.run, second.run, third.run] };
  };
  it.each([
    [
      [2, 1, 0],
      ['Second', 'First', undefined],
      [4, 3, undefined],
    ],
    [
      [0, 1, 2],
      ['Third', 'Third', undefined],
      [4, 4, undefined],
    ],
    [
      [1, 2, 0],
      ['Third', 'First', undefined],
      [4, 3, undefined],
    ],
    [
      [0, 2, 1],
      ['Third', 'Second', undefined],
      [4, 4, undefined],
    ],
  ])('rule 6: in the order %j keeps what the remaining imports state', async (order, names, semesters) => {
    const { id, record, runs } = await three();
    const left = [];
    for (const index of order) {
      await institution.undo({ run: runs[index] ?? '', record });
      left.push(await institution.valuesOf(record));
    }
    expect(left.map((values) => values?.name)).toEqual(names);
    expect(left.map((values) => values?.semester)).toEqual(semesters);
    expect(await institution.userOf(id)).toMatchObject({ withdrawn: true, erased: false });
  });

  it('rule 6: keeps a person whom another import also states', async () => {
    const first = await institution.apply(newRecord(details));
    const second = await institution.apply(first.record);
    expect(await institution.undo(first)).toMatchObject({ result: 'unchanged' });
    expect(await institution.valuesOf(first.record)).toMatchObject({ name: first.record.name });
    expect(await institution.undo(second)).toMatchObject({ result: 'withdrawn' });
  });

  it('rule 5: keeps and lists later changes, and restores a local change that the import overrode', async () => {
    const { record, id } = await institution.apply(newRecord(details));
    await rename(id, 'Rosa Corrected');
    const second = await institution.apply({ ...record, name: 'Rosa Married', semester: 4 });
    await client.query('UPDATE students SET semester = 6 WHERE user_id = $1', [id]);
    expect(await institution.undo(second)).toMatchObject({ result: 'restored', kept: ['semester'] });
    expect(await institution.valuesOf(record)).toMatchObject({ name: 'Rosa Corrected', semester: 6 });
  });

  it('does not restore an address that somebody else has taken since', async () => {
    const { record } = await institution.apply(newRecord(details));
    const second = await institution.apply({ ...record, email: `new.${record.email}`, semester: 4 });
    const other = await institution.apply(newRecord({ email: record.email }));
    expect(other.outcome).toBe('added');
    expect(await institution.undo(second)).toMatchObject({
      result: 'restored',
      kept: ['email'],
      code: 'email_taken',
    });
    expect(await institution.valuesOf(record)).toMatchObject({ email: `new.${record.email}`, semester: 3 });
  });

  it('keeps somebody whose account an administrator has changed', async () => {
    const applied = await institution.apply(newRecord());
    expect((await manage(applied.id, 'suspend')).status).toBe(200);
    expect(await institution.undo(applied)).toMatchObject({ result: 'kept', code: 'in_use' });
    expect(await institution.valuesOf(applied.record)).toMatchObject({ name: applied.record.name });
  });

  it('keeps a person who has registered since, and the next record adopts them', async () => {
    const applied = await institution.apply(newRecord({ ...details, regNo: 'R7' }));
    expect((await institution.finish(await institution.requestLink(applied.record.email))).status).toBe(201);
    expect(await institution.undo(applied)).toMatchObject({ result: 'kept', code: 'registered' });
    expect((await client.signIn(applied.record.email, PASSWORD)).status).toBe(200);
    expect(await institution.apply(applied.record)).toMatchObject({ outcome: 'adopted', id: applied.id });
  });
});

describe('rule 8: a withdrawn person', () => {
  it('returns with the same ID and only the values of the new record', async () => {
    const { id, record } = await institution.withdrawnPerson({ ...details, regNo: 'R1' });
    const { semester: _semester, ...rest } = record;
    expect(await institution.apply(rest, { dryRun: true })).toMatchObject({ outcome: 'restated', id });
    expect(await institution.apply(rest)).toMatchObject({ outcome: 'restated', id });
    expect(await institution.valuesOf(record)).toMatchObject({ regNo: 'R1', semester: null });
  });
});

describe('rule 3: a rejected record', () => {
  const pendingOf = async (id: string) => {
    const [row] = await client.query<{ ledger: { pending: object } }>(
      'SELECT ledger FROM person_statements WHERE user_id = $1',
      [id],
    );
    return row?.ledger.pending;
  };
  it('stays pending with its reason and is offered again until it is accepted', async () => {
    const [holder, person] = [
      await institution.apply(newRecord()),
      await institution.apply(newRecord(details)),
    ];
    const wanted = { ...person.record, email: holder.record.email, semester: 4 };
    const refused = { outcome: 'refused', code: 'email_taken' };
    expect(await institution.apply(wanted, { dryRun: true })).toMatchObject(refused);
    expect(await pendingOf(person.id)).toEqual({});
    const run = randomUUID();
    expect(await institution.apply(wanted, { run })).toMatchObject(refused);
    expect(await pendingOf(person.id)).toMatchObject({
      files: { run, reason: 'email_taken', values: { email: holder.record.email, semester: 4 } },
    });
    expect(await institution.valuesOf(person.record)).toMatchObject({ semester: 3 });
    await institution.undo(holder);
    expect(await institution.apply(wanted)).toMatchObject({ outcome: 'changed', id: person.id });
    expect(await pendingOf(person.id)).toEqual({});
  });

  it('is stored as the import reports it, and changes nothing', async () => {
    const person = await institution.apply(newRecord(details));
    const before = await versionOf(person.id);
    const record = { ...person.record, semester: 8 };
    const { status } = await institution.internal('PUT', '/internal/people', {
      run: randomUUID(),
      people: [],
      refused: [
        { record, code: 'email_taken' },
        { record: newRecord(), code: 'email_taken' },
      ],
    });
    expect(status).toBe(200);
    expect(await versionOf(person.id)).toBe(before);
    expect(await pendingOf(person.id)).toMatchObject({ files: { values: { semester: 8 } } });
  });
});

describe('rule 11: an erased person', () => {
  it('leaves only a keyed hash, and records about them are skipped unless somebody adds them again', async () => {
    const { id, record } = await institution.apply(
      newRecord({ ...details, institutionId: `Q-${randomUUID()}` }),
    );
    expect((await manage(id, 'erase')).status).toBe(204);
    expect((await storedAbout(id)).statements).toEqual([]);
    const hashes = JSON.stringify(await client.query('SELECT * FROM erased_institution_ids'));
    expect(hashes).not.toContain(record.institutionId);
    for (const dryRun of [true, false]) {
      const skipped = await institution.apply(
        { ...record, institutionId: record.institutionId.toLowerCase() },
        { dryRun },
      );
      expect(skipped).toMatchObject({ outcome: 'erased', id: '', changes: [] });
      expect(Date.parse(skipped.erasedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
    }
    expect(await institution.valuesOf(record)).toBeUndefined();
    const others = await institution.apply(record, { addErased: ['somebody else'] });
    expect(others).toMatchObject({ outcome: 'erased' });
    const added = await institution.apply(record, { addErased: [record.institutionId.toUpperCase()] });
    expect(added.outcome).toBe('added');
    expect(added.id).not.toBe(id);
    expect(await institution.apply(record)).toMatchObject({ outcome: 'unchanged', id: added.id });
  });

  it('is skipped even if they erased themselves, and other records of the request are applied', async () => {
    const account = await registerVerified();
    const record = newRecord({ email: account.email });
    const { run } = await institution.apply(record);
    const mine = await client.send<PersonalData>('GET', '/api/auth/my-data', { token: account.token });
    expect(mine.body.records['statementsOfTheInstitution']).toMatchObject([
      { statements: { entries: [{ runs: [run], values: { name: record.name } }] } },
    ]);
    const erased = await client.send('POST', '/api/auth/erase-me', {
      token: account.token,
      body: { password: PASSWORD },
    });
    expect(erased.status).toBe(204);
    const { body } = await institution.internal<AppliedRecord[]>('PUT', '/internal/people', {
      run: randomUUID(),
      people: [record, newRecord()],
    });
    expect(body.map(({ outcome }) => outcome)).toEqual(['erased', 'added']);
  });
});

describe('rule 13: a previous ID of a person', () => {
  const findStatements = async (institutionId: string, byEarlierIds?: boolean) => {
    const body = { institutionIds: [institutionId], byEarlierIds };
    return (await institution.internal<(Ledger | null)[]>('POST', '/internal/people/statements', body))
      .body[0];
  };
  const rename = ({ record }: { record: PersonRecord }) =>
    institution.apply({ ...record, institutionId: `N-${randomUUID()}`, previousId: record.institutionId });

  it('finds the person’s statements, ignoring case, until another person has it', async () => {
    const word = randomUUID();
    const first = await institution.apply(newRecord({ institutionId: `Straße-${word}` }));
    const second = await rename(first);
    expect(second).toMatchObject({ outcome: 'changed', id: first.id });
    const ofSecond = { entries: [{ runs: [first.run] }, { runs: [second.run] }] };
    for (const id of [`Straße-${word}`, `STRASSE-${word}`])
      expect(await findStatements(id, true)).toMatchObject(ofSecond);
    expect(await findStatements(`Straße-${word}`)).toBeNull();
    const other = await institution.apply(newRecord({ institutionId: `strasse-${word}` }));
    expect(await findStatements(`Straße-${word}`, true)).toMatchObject({ entries: [{ runs: [other.run] }] });
    expect(await findStatements(second.record.institutionId)).toMatchObject(ofSecond);
  });

  it('finds the person even if no file has stated the ID', async () => {
    const first = await institution.apply(newRecord());
    await client.query('DELETE FROM person_statements WHERE user_id = $1', [first.id]);
    const second = await rename(first);
    expect(second).toMatchObject({ outcome: 'adopted', id: first.id });
    expect(await findStatements(first.record.institutionId.toLowerCase(), true)).toMatchObject({
      local: { institutionId: first.record.institutionId },
      entries: [{ runs: [second.run] }],
    });
  });

  it('has an index', async () => {
    const database = new pg.Client(services.databases.auth);
    await database.connect();
    // Without this setting, the planner would scan the small table.
    await database.query('SET enable_seqscan = off');
    const { rows } = await database.query(
      `EXPLAIN SELECT FROM person_statements WHERE institution_keys && '{q-1}'`,
    );
    await database.end();
    expect(JSON.stringify(rows)).toContain('person_statements_institution_keys_idx');
  });
});

describe('rule 13: after a merge', () => {
  const mergeInto = async (id: string, into: string) =>
    expect((await manage(id, 'merge', { into })).status).toBe(200);
  const undoMerge = async (id: string) => expect((await manage(id, 'undo-merge')).status).toBe(200);
  const knownBy = async ({ institutionId }: PersonRecord) => {
    const body = { institutionIds: [institutionId] };
    return (await institution.internal<({ id: string } | null)[]>('POST', '/internal/people/find', body))
      .body[0]?.id;
  };

  it('both IDs address the kept record, whose own ID supplies its values, and an undo separates them', async () => {
    const [merged, kept] = [
      await institution.apply(newRecord({ name: 'Merged' })),
      await institution.apply(newRecord({ name: 'Kept' })),
    ];
    await mergeInto(merged.id, kept.id);
    await institution.apply({ ...merged.record, name: 'Merged Renamed' });
    await institution.apply({ ...kept.record, name: 'Kept Renamed' });
    expect(await knownBy(merged.record)).toBe(kept.id);
    expect(await institution.userOf(kept.id)).toMatchObject({ name: 'Kept Renamed' });
    await undoMerge(merged.id);
    expect(await knownBy(merged.record)).toBe(merged.id);
    expect(await institution.userOf(merged.id)).toMatchObject({ name: 'Merged Renamed' });
    expect(await institution.userOf(kept.id)).toMatchObject({ name: 'Kept Renamed' });
  });

  it('an undo returns what was stated under the merged ID to its record, and restores the account’s values', async () => {
    const account = await registerVerified({ name: 'Grace Typed', semester: 2 });
    const rostered = await institution.apply(newRecord({ name: 'Grace Rostered', semester: 3 }));
    await mergeInto(rostered.id, account.id);
    const during = await institution.apply({ ...rostered.record, name: 'Grace Renamed', semester: 4 });
    expect(during).toMatchObject({ outcome: 'adopted', id: account.id });
    expect(await institution.userOf(account.id)).toMatchObject({ name: 'Grace Renamed' });
    await undoMerge(rostered.id);
    expect(await institution.userOf(account.id)).toMatchObject({ name: 'Grace Typed', email: account.email });
    expect(await institution.userOf(account.id)).not.toHaveProperty('institutionId');
    expect(await knownBy(rostered.record)).toBe(rostered.id);
    expect(await institution.valuesOf(rostered.record)).toMatchObject({ name: 'Grace Renamed', semester: 4 });
    const last = { ...rostered.record, name: 'Grace Renamed', semester: 4 };
    expect(await institution.apply(last)).toMatchObject({ outcome: 'unchanged', id: rostered.id });
    expect(await institution.undo(during)).toMatchObject({ result: 'unchanged' });
  });

  it('the second of two records for one account in a request is rejected', async () => {
    const emails = [1, 2].map(() => `${randomUUID()}@campus.example`);
    const people = emails.map((email) => ({ name: 'Typed Name', email }));
    const body = { people, by: randomUUID(), preview: false };
    const { body: listed } = await institution.internal<{ id: string }[]>('POST', '/internal/students', body);
    const account = await registerVerified();
    for (const { id } of listed) await mergeInto(id, account.id);
    const { body: applied } = await institution.internal<AppliedRecord[]>('PUT', '/internal/people', {
      run: randomUUID(),
      people: emails.map((email) => newRecord({ email })),
    });
    expect(applied).toMatchObject([
      { outcome: 'adopted', id: account.id, keptEmail: true },
      { outcome: 'refused', code: 'email_taken' },
    ]);
  });

  it('undoing an import from before the merge changes the merged record', async () => {
    const account = await registerVerified({ name: 'Grace Typed' });
    const first = await institution.apply(newRecord({ name: 'Grace Rostered' }));
    const second = await institution.apply({ ...first.record, name: 'Grace Renamed' });
    await mergeInto(first.id, account.id);
    expect(await institution.undo(second)).toMatchObject({ result: 'restored' });
    expect(await institution.userOf(account.id)).toMatchObject({ name: 'Grace Typed' });
    await undoMerge(first.id);
    expect(await institution.valuesOf(first.record)).toMatchObject({ name: 'Grace Rostered' });
  });
});
