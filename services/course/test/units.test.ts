import { randomUUID } from 'node:crypto';
import type { Unit } from '@qr-attendance/contracts';
import { call, nextPage, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorld, type World } from './support/world.ts';

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await startWorld([]);
  admin = world.people.admin();
});
afterAll(() => world.close());

type Answer = Unit & { code?: string };
const ask = <Body = Answer>({ token }: Person, method: string, path: string, body?: unknown) =>
  call<Body>(world.url(), method, path, { token, body });
const create = async (kind: string, parentId?: string, more: object = {}): Promise<Unit> => {
  const unit = { kind, name: `${kind} ${randomUUID().slice(0, 8)}`, parentId, ...more };
  const { status, body } = await ask(admin, 'POST', '/api/units', unit);
  expect(status).toBe(201);
  return body;
};
const list = async (person: Person, query = '?limit=500') =>
  (await ask<Unit[]>(person, 'GET', `/api/units${query}`)).body;

describe('units', () => {
  it('form a tree, and each is listed with the names of its ancestors', async () => {
    const institution = await create('institution');
    const faculty = await create('faculty', institution._id);
    const program = await create('program', faculty._id, { externalId: randomUUID() });
    expect(program).toMatchObject({ path: [institution.name, faculty.name], parentId: faculty._id });
    expect(await list(world.people.teacher())).toContainEqual(program);
    expect(await list(admin)).toEqual(expect.arrayContaining([{ ...institution, path: [] }, faculty]));
  });

  it.each([
    ['its own kind', 'faculty', 'faculty'],
    ['a lower kind', 'program', 'department'],
  ])('cannot be placed below %s', async (_what, parentKind, kind) => {
    const parent = await create(parentKind);
    const below = { kind, name: randomUUID(), parentId: parent._id };
    expect(await ask(admin, 'POST', '/api/units', below)).toMatchObject({
      status: 400,
      body: { code: 'unit_order' },
    });
    const { _id, name, version } = await create(kind);
    expect(
      await ask(admin, 'PUT', `/api/units/${_id}`, { name, parentId: parent._id, version }),
    ).toMatchObject({ status: 400, body: { code: 'unit_order' } });
  });

  it('cannot be moved below themselves or their descendants', async () => {
    const faculty = await create('faculty');
    const department = await create('department', faculty._id);
    for (const parentId of [faculty._id, department._id])
      expect(
        (await ask(admin, 'PUT', `/api/units/${faculty._id}`, { name: faculty.name, parentId, version: 1 }))
          .status,
      ).toBe(400);
  });

  it('can be renamed and moved, but never overwrite a change from another window', async () => {
    const [from, to] = [await create('faculty'), await create('faculty')];
    const { _id, version } = await create('department', from._id);
    const move = (name: string) =>
      ask(admin, 'PUT', `/api/units/${_id}`, { name, parentId: to._id, version });
    const answers = await Promise.all([move(randomUUID()), move(randomUUID())]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const moved = answers.find(({ status }) => status === 200)?.body;
    expect(moved).toMatchObject({ parentId: to._id, path: [to.name], version: 2 });
    expect(await list(admin)).toContainEqual(moved);
  });

  it('have unique names below one parent, even if the request is repeated', async () => {
    const parent = await create('faculty');
    const unit = { kind: 'department', name: 'Physics', parentId: parent._id, externalId: randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => ask(admin, 'POST', '/api/units', unit)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('unit_exists');
    const other = await create('faculty');
    expect((await ask(admin, 'POST', '/api/units', { ...unit, parentId: other._id })).status).toBe(409);
    await create('department', other._id, { name: 'Physics' });
  });

  it('can be deleted only without child units and courses', async () => {
    const faculty = await create('faculty');
    const department = await create('department', faculty._id);
    const remove = ({ _id }: Unit) => ask(admin, 'DELETE', `/api/units/${_id}`);
    expect(await remove(faculty)).toMatchObject({ status: 409, body: { code: 'unit_not_empty' } });

    const teacher = world.people.teacher();
    const course = { name: 'Optics', code: 'PH1', semester: 1 };
    const created = await ask<{ _id: string; unitName: string }>(teacher, 'POST', '/api/courses', {
      ...course,
      unitId: department._id,
    });
    expect(created.body.unitName).toBe(department.name);
    expect(await remove(department)).toMatchObject({ status: 409, body: { code: 'unit_not_empty' } });
    await ask(teacher, 'PUT', `/api/courses/${created.body._id}`, { ...course, version: 1 });
    expect((await remove(department)).status).toBe(204);
    expect((await remove(faculty)).status).toBe(204);
    expect((await remove(faculty)).status).toBe(404);
    const stored = await world.database.collection('units').findOne({ name: faculty.name });
    expect(stored?.['revisions']).toMatchObject([
      { by: admin.id, change: 'created' },
      { by: admin.id, change: 'deleted' },
    ]);
  });

  it.each([
    ['an unknown kind', { kind: 'galaxy', name: 'A' }, 400],
    ['an empty name', { kind: 'faculty', name: ' ' }, 400],
    ['a query operator as the parent', { kind: 'program', name: 'A', parentId: { $ne: '' } }, 400],
    ['an unknown parent', { kind: 'program', name: 'A', parentId: '66f0000000000000000000aa' }, 404],
  ])('cannot be created with %s', async (_what, body, status) => {
    const before = await world.database.collection('units').countDocuments();
    expect((await ask(admin, 'POST', '/api/units', body)).status).toBe(status);
    expect(await world.database.collection('units').countDocuments()).toBe(before);
  });

  it('are paged by name and can be searched', async () => {
    const word = randomUUID().slice(0, 8);
    for (const name of ['C', 'A', 'B']) await create('faculty', undefined, { name: `${word} ${name}` });
    const first = await ask<Unit[]>(admin, 'GET', `/api/units?search=${word}&limit=2`);
    const second = await ask<Unit[]>(admin, 'GET', nextPage(first.headers) ?? '');
    const names = [...first.body, ...second.body].map(({ name }) => name);
    expect(names).toEqual(['A', 'B', 'C'].map((name) => `${word} ${name}`));
    expect((await ask(admin, 'GET', '/api/units?cursor=abc')).status).toBe(400);
  });
});
