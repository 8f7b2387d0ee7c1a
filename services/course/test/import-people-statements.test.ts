import { randomUUID } from 'node:crypto';
import type { KnownPerson } from '@qr-attendance/contracts';
import { createLogger } from '@qr-attendance/observability';
import { createPool } from '@qr-attendance/server';
import { call, someone, startServices, type TestServices } from '@qr-attendance/test-kit';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createImporter, type Importer, rememberRun } from './support/imports.ts';

let services: TestServices;
let office: Importer;
let accounts: ReturnType<typeof createPool>;
let database: Connection;
beforeAll(async () => {
  services = await startServices(['auth', 'course']);
  office = createImporter(() => services.urls.course, { token: services.tokenFor(someone('ADMIN')) });
  accounts = createPool(services.databases.auth, createLogger('test', 'silent'), { name: 'test' });
  database = await mongoose.createConnection(services.databases.course).asPromise();
});
afterAll(async () => {
  await accounts.end();
  await database.close();
  await services.stop();
});

const newId = () => `s${randomUUID().slice(0, 8)}`;
interface Line {
  name?: string;
  email?: string;
  semester?: number;
}
const fileOf = (lines: Record<string, Line>) =>
  [
    'person,name,email,role,semester',
    ...Object.entries(lines).map(
      ([id, { name = `Rosa ${id}`, email = `${id}@campus.example`, semester = 3 }]) =>
        `${id},${name},${email},student,${semester}`,
    ),
  ].join('\n');
const find = async (...institutionIds: string[]) => {
  const { body } = await call<(KnownPerson | null)[]>(services.urls.auth, 'POST', '/internal/people/find', {
    token: services.internalToken,
    body: { institutionIds },
  });
  return body;
};
const stored = async (...institutionIds: string[]) => {
  const { rows } = await accounts.query<{ id: string; version: number; ledger: { pending: object } }>(
    `SELECT u.id, u.version, s.ledger FROM users u LEFT JOIN person_statements s ON s.user_id = u.id
      WHERE u.institution_id = ANY ($1) ORDER BY u.id`,
    [institutionIds],
  );
  return rows;
};
/** No page can change the name of a person stated by the institution, so an operator does. */
const rename = (institutionId: string, name: string) =>
  accounts.query('UPDATE users SET name = $2 WHERE institution_id = $1', [institutionId, name]);
const namesOf = async (...ids: string[]) => (await find(...ids)).map((person) => person?.values.name);

it('rules 1 and 2: importing the same file again keeps local changes and writes no person', async () => {
  const [changed, other] = [newId(), newId()];
  const file = fileOf({ [changed]: {}, [other]: {} });
  expect(await office.apply('people', file)).toMatchObject({ applied: { added: 2 } });
  await rename(changed, 'Rosa Corrected');
  const before = (await stored(changed, other)).map(({ id, version }) => ({ id, version }));
  expect(await office.preview('people', file)).toMatchObject({ preview: { changed: 0, unchanged: 2 } });
  expect(await office.apply('people', file)).toMatchObject({ applied: { changed: 0, unchanged: 2 } });
  expect(await namesOf(changed)).toEqual(['Rosa Corrected']);
  expect(await stored(changed, other)).toMatchObject(before);
});

it('rule 2: a changed field overrides a local change, and other fields keep theirs', async () => {
  const id = newId();
  await office.apply('people', fileOf({ [id]: {} }));
  await rename(id, 'Rosa Corrected');
  expect(await office.apply('people', fileOf({ [id]: { semester: 4 } }))).toMatchObject({
    applied: { changed: 1 },
  });
  expect(await find(id)).toMatchObject([{ values: { name: 'Rosa Corrected', semester: 4 } }]);
  await office.apply('people', fileOf({ [id]: { name: 'Rosa Married', semester: 4 } }));
  expect(await namesOf(id)).toEqual(['Rosa Married']);
});

it.each([
  ['the newer one first', [1, 0], [1, 1], ['Rosa One', undefined]],
  ['the older one first', [0, 1], [0, 1], ['Rosa Two', undefined]],
])('rule 6: two imports can be undone, %s', async (_order, order, restored, names) => {
  const id = newId();
  const runs = [
    await office.apply('people', fileOf({ [id]: { name: 'Rosa One' } })),
    await office.apply('people', fileOf({ [id]: { name: 'Rosa Two' } })),
  ];
  const [left, counts] = [[] as (string | undefined)[], [] as (number | undefined)[]];
  for (const index of order) {
    counts.push((await office.undo(runs[index]?._id ?? '')).undo?.restored);
    left.push((await namesOf(id))[0]);
  }
  expect(counts).toEqual(restored);
  expect(left).toEqual(names);
  expect(await stored(id)).toHaveLength(1);
});

it('rule 5: an undo keeps and lists later changes', async () => {
  const [changed, other] = [newId(), newId()];
  await office.apply('people', fileOf({ [changed]: {}, [other]: {} }));
  const run = await office.apply(
    'people',
    fileOf({ [changed]: { name: 'Rosa Two' }, [other]: { name: 'Rosa Two' } }),
  );
  await rename(changed, 'Rosa Corrected');
  expect(await office.undo(run._id)).toMatchObject({
    undo: { restored: 1, kept: 1, keptExamples: [changed] },
  });
  expect(await namesOf(changed, other)).toEqual(['Rosa Corrected', `Rosa ${other}`]);
});

it('rule 3: a rejected line is stored as pending on the person whom it identifies, even if nothing else changes', async () => {
  const [person, holder] = [newId(), newId()];
  await office.apply('people', fileOf({ [person]: {}, [holder]: {} }));
  const wanted = fileOf({ [person]: { email: `${holder}@campus.example`, semester: 5 } });
  expect(await office.preview('people', wanted)).toMatchObject({ preview: { error: 1 } });
  expect(await stored(person)).toMatchObject([{ ledger: { pending: {} } }]);
  const run = await office.apply('people', wanted);
  expect(run).toMatchObject({ applied: { error: 1, changed: 0 } });
  expect(await stored(person)).toMatchObject([
    { ledger: { pending: { files: { run: run._id, reason: 'email_taken', values: { semester: 5 } } } } },
  ]);
});

it('rule 17: an import that continues after a crash does nothing twice, and has the same counts', async () => {
  const [added, changed] = [newId(), newId()];
  await office.apply('people', fileOf({ [changed]: {} }));
  const file = fileOf({ [added]: {}, [changed]: { name: 'Rosa Two' } });
  const previewed = await office.preview('people', file);
  const crash = await rememberRun(database, previewed._id);
  await office.act(previewed._id, 'confirm', { changes: previewed.changesToConfirm });
  const done = await office.settle(previewed._id);
  expect(done).toMatchObject({ state: 'done', applied: { added: 1, changed: 1 } });
  await rename(changed, 'Rosa Corrected');
  const before = await stored(added, changed);

  await crash(done.applied);
  expect(await office.settle(previewed._id)).toMatchObject({ state: 'done', applied: done.applied });
  expect(await stored(added, changed)).toEqual(before);
  expect(await namesOf(changed)).toEqual(['Rosa Corrected']);
  expect(await office.undo(previewed._id)).toMatchObject({ undo: { restored: 1, kept: 1 } });
  expect(await find(added)).toEqual([null]);
});
