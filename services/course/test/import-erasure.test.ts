import type { ImportKind, ImportRun, OpenLine } from '@qr-attendance/contracts';
import { call, createTestAdmin, eventually } from '@qr-attendance/test-kit';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { csv, newId, type Office, openOffice } from './support/office.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice(['auth', 'course']);
});
afterAll(() => office.close());

interface Line {
  name?: string;
  email?: string;
}
const fileOf = (lines: Record<string, Line>) =>
  csv(
    'person,name,email,role,phone',
    Object.entries(lines).map(([id, { name = `Rosa ${id}`, email = `${id}@campus.example` }]) => [
      id,
      name,
      email,
      'student',
      `555-${id}`,
    ]),
  );
const erase = async (id = '') => {
  const { services } = office;
  const email = `${newId()}@campus.example`;
  const password = 'a long walk along the river';
  const reset = await createTestAdmin(services, { name: 'Alan Turing', email });
  await call(services.urls.auth, 'POST', '/api/auth/reset-password', { body: { token: reset, password } });
  const { body: admin } = await call<{ token: string }>(services.urls.auth, 'POST', '/api/auth/login', {
    body: { email, password },
  });
  const { status } = await call(services.urls.auth, 'POST', `/api/auth/people/${id}/erase`, {
    token: admin.token,
    body: { reason: 'Asked for it' },
  });
  expect(status).toBe(204);
};
const download = async (run: ImportRun, list: 'errors' | 'changes'): Promise<string> => {
  const answer = await fetch(`${office.services.urls.course}/api/imports/${run._id}/${list}`, {
    headers: { authorization: `Bearer ${office.token}` },
  });
  expect(answer.status).toBe(200);
  return answer.text();
};
const documentsOf = ({ _id }: ImportRun, collection: string) => {
  const id = new mongoose.Types.ObjectId(_id);
  return office.database
    .collection(collection)
    .find({ $or: [{ runId: id }, { _id: id }] })
    .sort({ line: 1 })
    .toArray();
};
const OF_RUNS = [
  'imports',
  'importerrors',
  'importbatches',
  'importoutcomes',
  'importopenlines',
  'importparts',
];
const storedOf = async (run: ImportRun, collections = OF_RUNS): Promise<string> =>
  JSON.stringify(await Promise.all(collections.map((collection) => documentsOf(run, collection))));

const applyAs = async (kind: ImportKind, fileName: string, file: string, more: object = {}) => {
  const bytes = Buffer.from(file);
  const { body } = await office.ask<ImportRun>('POST', '/api/imports', {
    kind,
    fileName,
    bytes: bytes.length,
  });
  await office.putPart(body._id, 0, bytes);
  const { body: run } = await office.act(body._id, 'uploaded');
  await office.act(run._id, 'preview', { mapping: run.mapping, ...more });
  const { changesToConfirm: changes } = await office.settle(run._id);
  await office.act(run._id, 'confirm', { changes });
  return office.settle(run._id);
};

describe('rule 11: the erasure of a person', () => {
  it('blanks lines about them that were not imported, and keeps other lines', async () => {
    const section = newId();
    const [erased, other] = await office.importPeople('student', 2);
    const file = csv('section,person,note', [
      [section, erased?.id ?? '', 'Rosa erased'],
      [section, other?.id ?? '', 'Rosa other'],
      ['', erased?.id ?? '', 'Rosa unread'],
    ]);
    const run = await office.apply('memberships', file);
    expect(run).toMatchObject({ state: 'done', applied: { unmatched: 2, error: 1 } });
    expect(await download(run, 'errors')).toContain('Rosa unread');

    await office.publishUser(erased?.user ?? '', 'STUDENT', { erased: true, suspended: true });
    await eventually(async () => {
      const stored = await storedOf(run);
      expect(stored).not.toContain(erased?.id);
      expect(stored).not.toContain(erased?.user);
    });
    const errors = await documentsOf(run, 'importerrors');
    expect(errors.map(({ line, values, cells }) => ({ line, values, cells }) as unknown)).toEqual([
      { line: 2, values: [], cells: undefined },
      { line: 3, values: [section, other?.id, '', '', ''], cells: [section, other?.id, 'Rosa other'] },
      { line: 4, values: [], cells: undefined },
    ]);
    expect(await download(run, 'changes')).toContain(other?.id);
    expect((await download(run, 'errors')).trim().split('\n')).toHaveLength(4);
    const { body } = await office.ask<ImportRun>('GET', `/api/imports/${run._id}`);
    expect(body).toMatchObject({ applied: run.applied, examples: [{ line: 3 }] });
  });

  it('removes them from the examples of applied files, and their lines from rejected files', async () => {
    const [erased, other] = [newId(), newId()];
    const added = await office.apply('people', fileOf({ [erased]: {}, [other]: {} }));
    const refused = await office.apply('people', fileOf({ [erased]: { email: `${other}@campus.example` } }));
    expect(refused).toMatchObject({ applied: { error: 1 }, examples: [{ problem: 'email_taken' }] });
    const [person] = await office.findPeople([erased]);
    await erase(person?.id);
    for (const run of [added, refused])
      await eventually(async () => {
        expect(await storedOf(run)).not.toContain(erased);
        expect(await storedOf(run)).not.toContain(person?.id);
      });
    expect(await office.get(added._id)).toMatchObject({ examples: [{ values: { 0: other } }] });
    expect(await office.get(refused._id)).toMatchObject({ examples: [] });
    expect(await download(refused, 'errors')).toContain('The address belongs to a person with another ID.');
  });

  it('blanks lines that might be about them, and removes the administrator’s answers', async () => {
    const [withdrawn, id] = [newId(), newId()];
    const first = await office.apply('people', fileOf({ [withdrawn]: {} }));
    const [person] = await office.findPeople([withdrawn]);
    await office.undo(first._id);
    const email = `${withdrawn}@campus.example`;
    const run = await office.preview('people', fileOf({ [id]: { email } }));
    expect(run).toMatchObject({ preview: { waiting: 1 } });
    await office.ask('PUT', `/api/imports/${run._id}/answers/2`, { answer: 'same_person' });
    expect(await storedOf(run, ['imports'])).toContain(person?.id);
    await office.publishUser(person?.id ?? '', 'STUDENT', { erased: true, suspended: true });
    await eventually(async () => {
      expect(await storedOf(run, ['imports', 'importerrors'])).not.toContain(person?.id);
      expect(await storedOf(run, ['importerrors'])).not.toContain(email);
    });
    const read = await office.ask('GET', `/api/imports/${run._id}`);
    expect(read).toMatchObject({ status: 200, body: { samePeople: { count: 1, answered: 0 } } });
  });

  it('removes what an import stored about them', async () => {
    const id = newId();
    const run = await office.apply('people', fileOf({ [id]: {} }));
    const [person] = await office.findPeople([id]);
    const batches = () =>
      office.database
        .collection('importbatches')
        .find({ runId: new mongoose.Types.ObjectId(run._id) })
        .toArray();
    expect(await batches()).toMatchObject([{ keys: [id], people: [{ id: person?.id, key: id }] }]);
    expect(JSON.stringify(await batches())).toContain('Rosa');
    await erase(person?.id);
    await eventually(async () =>
      expect(await batches()).toMatchObject([{ keys: [], added: [], kept: [], people: [], lines: [] }]),
    );
    expect(JSON.stringify(await batches())).not.toContain('Rosa');
  });

  it('removes them from fixed values and from file names', async () => {
    const { ids } = await office.importCourse(1);
    const [erased, other] = await office.importPeople('student', 2);
    const person = erased?.id ?? '';
    const fixed = { person };
    const alone = await applyAs('memberships', 'Rosa.csv', csv('section', [[ids[0] ?? '']]), { fixed });
    expect(alone).toMatchObject({ state: 'done', fixed, applied: { added: 1 } });
    const unread = await applyAs('memberships', 'one.csv', csv('section', [['nowhere']]), { fixed });
    expect(unread).toMatchObject({ fixed, applied: { unmatched: 1 } });
    const lines = [
      [ids[0] ?? '', person, '2026-09-28'],
      [ids[0] ?? '', other?.id ?? '', '2026-09-28'],
    ];
    const later = lines.map(([section = '', id = '']) => [section, id, '2026-10-05']);
    const named = await applyAs('memberships', `two-${person}.csv`, csv('section,person,began', lines));
    const many = await applyAs('memberships', 'many.csv', csv('section,person,began', later));
    expect([named.state, many.state]).toEqual(['done', 'done']);

    await office.publishUser(erased?.user ?? '', 'STUDENT', { erased: true, suspended: true });
    await eventually(async () => {
      for (const run of [alone, unread, named, many]) expect(await storedOf(run)).not.toContain(person);
    });
    const names = [alone, unread, named, many].map(async ({ _id }) => (await office.get(_id)).fileName);
    expect(await Promise.all(names)).toEqual(['***', '***', '***', 'many.csv']);
  });

  it.each([
    ['ROSA_LOPEZ.csv', 'Rosa Lo\u0301pez'],
    ['Ro\u0308ßler-Änne.csv', 'Änne Rößler'],
    ['RosaLópez.csv', 'Rosa Lopez'],
    ['王小明的名单.csv', '王小明'],
  ])('replaces the file name %s if a line is about %s', async (fileName, name) => {
    const [erased, other] = [newId(), newId()];
    const run = await applyAs('people', fileName, fileOf({ [erased]: { name }, [other]: {} }));
    const [person] = await office.findPeople([erased]);
    await erase(person?.id);
    await eventually(async () => expect(await storedOf(run)).not.toContain(person?.id));
    expect((await office.get(run._id)).fileName).toBe('***');
  });

  it('keeps file names that only contain their name within other words', async () => {
    const id = `S-${Date.now() % 1_000}`;
    const [section, other] = [newId(), newId()];
    const names = ['antragsliste.csv', `students-2${id.slice(2)}.csv`];
    const people = fileOf({ [id]: { name: 'An Li' }, [other]: {} });
    const runs = [await applyAs('people', names[0] ?? '', people)];
    const [person] = await office.findPeople([id]);
    const lines = [id, other].map((one) => [section, one]);
    runs.push(await applyAs('memberships', names[1] ?? '', csv('section,person', lines)));
    await erase(person?.id);
    await eventually(async () => {
      for (const run of runs) expect(await storedOf(run)).not.toContain(person?.id);
    });
    expect(await Promise.all(runs.map(async ({ _id }) => (await office.get(_id)).fileName))).toEqual(names);
  });

  it('keeps the name of a staff file, even if its only line is about them', async () => {
    const { course } = await office.importCourse(1);
    const [teacher] = await office.importPeople('staff', 1);
    const line = [teacher?.id ?? '', 'owner', 'course', course];
    const run = await applyAs('staff', 'owners.csv', csv('person,role,scope,scope_id', [line]));
    expect(run).toMatchObject({ state: 'done', applied: { error: 0, unmatched: 0 } });
    expect(await storedOf(run)).toContain(teacher?.user);
    await office.publishUser(teacher?.user ?? '', 'TEACHER', { erased: true, suspended: true });
    await eventually(async () => expect(await storedOf(run)).not.toContain(teacher?.user));
    expect((await office.get(run._id)).fileName).toBe('owners.csv');
  });

  it('removes them from the names of imports that retried open lines', async () => {
    const section = newId();
    const [erased, other] = await office.importPeople('student', 2);
    const lines = [erased, other].map((student) => [section, student?.id ?? '']);
    const run = await applyAs('memberships', `${erased?.id}.csv`, csv('section,person', lines));
    const listed = await office.ask<OpenLine[]>(
      'GET',
      `/api/imports/open-lines?kind=memberships&state=pending&search=${other?.id}`,
    );
    const ids = listed.body.map(({ _id }) => _id);
    const { body: offers } = await office.ask<ImportRun[]>('POST', '/api/imports/open-lines/offers', { ids });
    expect(offers).toMatchObject([{ fileName: run.fileName }]);
    const offered = await office.settle(offers[0]?._id ?? '');
    await office.publishUser(erased?.user ?? '', 'STUDENT', { erased: true, suspended: true });
    await eventually(async () => expect(await storedOf(run)).not.toContain(erased?.id));
    expect((await office.get(offered._id)).fileName).toBe('***');
  });
});

it('rule 11: a line about an erased person is skipped without an error unless an administrator adds them again', async () => {
  const [erased, other] = [newId(), newId()];
  const file = fileOf({ [erased]: {}, [other]: {} });
  const first = await office.apply('people', file);
  const [person] = await office.findPeople([erased]);
  await erase(person?.id);

  const counts = { added: 0, changed: 0, unchanged: 1, skipped: 1, error: 0, unmatched: 0 };
  const previewed = await office.preview('people', file);
  expect(previewed).toMatchObject({ preview: counts });
  expect(previewed.examples).toContainEqual(
    expect.objectContaining({
      outcome: 'skipped',
      problem: 'erased',
      line: 2,
      day: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    }),
  );
  const errors = await download(previewed, 'errors');
  expect(errors).toMatch(/erased on \d{4}-\d{2}-\d{2}\. Add them again\?/);
  expect(errors).toContain(`Rosa ${erased}`);
  // Nothing else from the line is stored.
  expect(errors).not.toContain(`555-${erased}`);
  expect(await storedOf(previewed, ['importerrors'])).not.toContain(`${erased}@campus.example`);
  expect(await office.apply('people', file)).toMatchObject({ state: 'done', applied: counts });
  expect(await office.findPeople([erased])).toEqual([null]);

  const listed = await office.ask('GET', `/api/imports/${previewed._id}/erased`);
  expect(listed).toMatchObject({ status: 200, body: [{ line: 2, person: erased }] });
  const { mapping } = previewed;
  await office.act(previewed._id, 'preview', { mapping, addErased: ['somebody else'] });
  expect(await office.settle(previewed._id)).toMatchObject({ preview: counts, addErased: ['somebody else'] });
  await office.act(previewed._id, 'preview', { mapping, addErased: [erased.toUpperCase()] });
  expect(await office.settle(previewed._id)).toMatchObject({ preview: { added: 1, skipped: 0 } });
  await office.ask('DELETE', `/api/imports/${previewed._id}`);

  const again = await office.apply('people', file, { addErased: [erased] });
  expect(again).toMatchObject({ applied: { added: 1, unchanged: 1, skipped: 0 } });
  expect(again).not.toHaveProperty('addErased');
  const [added] = await office.findPeople([erased]);
  expect(added?.id).toEqual(expect.any(String));
  expect(added?.id).not.toBe(person?.id);
  expect(await office.undo(first._id)).toMatchObject({ state: 'undone' });
});
