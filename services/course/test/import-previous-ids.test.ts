import {
  IMPORT_FIELDS,
  type ImportHistory,
  type ImportKind,
  type StatementSource,
} from '@qr-attendance/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { csv, newId, type Office, openOffice, SECTIONS } from './support/office.ts';
import { ROOMS, roomLine } from './support/timetable.ts';
import { call } from '@qr-attendance/test-kit';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());

interface ListItem {
  _id: string;
  name: string;
  externalId?: string;
  parentId?: string;
  version: number;
  source?: StatementSource;
}
type Line = (string | number)[];

const listOf = (path: string) => async (): Promise<ListItem[]> =>
  (await office.ask<ListItem[]>('GET', `${path}?limit=500`)).body;
/** Lines begin with the ID and end with the previous ID. */
const KINDS = [
  {
    kind: 'units',
    header: 'id,kind,name,previous_id',
    lineOf: (id: string, previous = '', name = ''): Line => [id, 'faculty', `Faculty ${name}`, previous],
    list: listOf('/api/units'),
    path: '/api/units',
  },
  {
    kind: 'terms',
    header: 'id,name,starts,ends,previous_id',
    lineOf: (id: string, previous = '', name = ''): Line => [
      id,
      `Term ${name}`,
      '2034-09-01',
      '2034-12-20',
      previous,
    ],
    list: listOf('/api/terms'),
    path: '/api/terms',
  },
  {
    kind: 'rooms',
    header: `${ROOMS},previous_id`,
    lineOf: (id: string, previous = '', name = ''): Line => [
      id,
      `Building ${name}`,
      `Room ${name}`,
      ...roomLine(id).slice(3),
      previous,
    ],
    list: async (): Promise<ListItem[]> =>
      (await call<ListItem[]>(office.services.urls.session, 'GET', '/api/rooms?limit=500', office)).body,
    path: undefined,
  },
] as const;

describe.each(KINDS)('rule 13: a previous ID in a file of $kind', ({ kind, header, lineOf, list }) => {
  const fileOf = (...lines: Line[]) => csv(header, lines);
  const find = async (id: string) => (await list()).find(({ externalId }) => externalId === id);
  const apply = (...lines: Line[]) => office.apply(kind, fileOf(...lines));
  const preview = (...lines: Line[]) => office.preview(kind, fileOf(...lines));

  it('gives the same object a new ID, and every undo still finds it', async () => {
    const [old, id, name] = [newId(), newId(), newId()];
    const first = await apply(lineOf(old, '', name));
    const before = await find(old);
    const second = await apply(lineOf(id, old, name));
    expect(second).toMatchObject({ applied: { changed: 1, added: 0, error: 0, unmatched: 0 } });
    expect((await find(id))?._id).toBe(before?._id);
    expect(await find(old)).toBeUndefined();
    const again = await apply(lineOf(id, old, name));
    expect(again).toMatchObject({ applied: { unchanged: 1 } });

    // Both IDs find the history.
    for (const key of [old, id]) {
      const { body } = await office.ask<ImportHistory>('GET', `/api/imports/history?kind=${kind}&key=${key}`);
      expect(body).toMatchObject({ name: id, earlierIds: [old] });
      expect(body.steps.map(({ run, outcome }) => [run._id, outcome])).toEqual([
        [first._id, 'stated'],
        [second._id, 'changed'],
      ]);
    }

    // The older run is undone although it stated the previous ID.
    expect(await office.undo(first._id)).toMatchObject({ undo: { kept: 0 } });
    expect((await find(id))?._id).toBe(before?._id);
    await office.undo(again._id);
    await office.undo(second._id);
    expect([await find(id), await find(old)]).toEqual([undefined, undefined]);
  });

  it('is restored by an undo unless another object has it in the meantime', async () => {
    const [old, id, name] = [newId(), newId(), newId()];
    await apply(lineOf(old, '', name));
    const before = await find(old);
    const run = await apply(lineOf(id, old, name));
    expect(await office.undo(run._id)).toMatchObject({ undo: { restored: 1, kept: 0 } });
    expect(await find(old)).toMatchObject({ _id: before?._id, source: { source: 'files' } });
    expect((await find(old))?.source).not.toHaveProperty('changedHere');

    const renamed = await apply(lineOf(id, old, name));
    await apply(lineOf(old, '', newId()));
    expect(await office.undo(renamed._id)).toMatchObject({ undo: { restored: 0, kept: 1 } });
    expect((await find(id))?._id).toBe(before?._id);
  });

  it('is an error if no object has it, if both IDs are in use, or if another line names it', async () => {
    const [one, two, three] = [newId(), newId(), newId()];
    await apply(lineOf(one, '', one), lineOf(two, '', two));
    const unknown = await preview(lineOf(three, newId(), three));
    expect(unknown).toMatchObject({ preview: { unmatched: 1, added: 0 } });
    expect(unknown.examples).toMatchObject([{ problem: 'unknown_previous', field: 'previous' }]);
    const both = await preview(lineOf(two, one, two));
    expect(both.examples).toMatchObject([{ problem: 'both_known', field: 'previous' }]);
    const twice = await preview(lineOf(three, one, one), lineOf(one, '', one));
    expect(twice).toMatchObject({ preview: { changed: 1, error: 1 } });
    expect((await preview(lineOf(three, one, one), lineOf(newId(), one, two))).preview).toMatchObject({
      changed: 1,
      error: 1,
    });
  });

  it('applies the other values of the line at the same time', async () => {
    const [old, id, name] = [newId(), newId(), newId()];
    await apply(lineOf(old, '', name));
    const before = (await find(old)) as ListItem;
    await apply(lineOf(id, old, `${name} II`));
    const after = (await find(id)) as ListItem;
    expect(after._id).toBe(before._id);
    expect(after).not.toEqual(before);
    expect(after.source).not.toHaveProperty('changedHere');
  });

  it('changes nothing when it is repeated, even if another object has the previous ID in the meantime', async () => {
    const [old, id, name, other] = [newId(), newId(), newId(), newId()];
    await apply(lineOf(old, '', name));
    const before = await find(old);
    await apply(lineOf(id, old, name));
    const reused = await apply(lineOf(id, old, name), lineOf(old, '', other));
    expect(reused).toMatchObject({ applied: { unchanged: 1, added: 1, error: 0 } });
    const again = await apply(lineOf(id, old, name), lineOf(old, '', other));
    expect(again).toMatchObject({ applied: { unchanged: 2, error: 0 } });
    expect((await find(id))?._id).toBe(before?._id);
    expect((await find(old))?.name).toContain(other);
  });

  it('cannot swap two IDs in one file', async () => {
    const [one, two] = [newId(), newId()];
    await apply(lineOf(one, '', one), lineOf(two, '', two));
    const swapped = await preview(lineOf(one, two, two), lineOf(two, one, one));
    expect(swapped).toMatchObject({ preview: { error: 2, changed: 0 } });
  });

  it('has a column in the template', async () => {
    expect(IMPORT_FIELDS[kind as ImportKind].map(({ name }) => name)).toContain('previous');
    const { mapping } = (await office.upload(kind, fileOf(lineOf('a', 'b')))).body;
    expect(mapping).toHaveProperty('previous');
  });
});

describe('rule 13: units below a unit with a new ID', () => {
  const UNITS = 'id,parent,kind,name,previous_id';
  const list = listOf('/api/units');
  const find = async (id: string) => (await list()).find(({ externalId }) => externalId === id);

  it('stay below it, whether the file names its new ID or omits them', async () => {
    const [old, id, below, other] = [newId(), newId(), newId(), newId()];
    const faculty = (facultyId: string, previous = '') => [facultyId, '', 'faculty', `F ${old}`, previous];
    const department = (parent: string) => [below, parent, 'department', `D ${below}`, ''];
    const rest = [other, old, 'department', `D ${other}`, ''];
    await office.apply('units', csv(UNITS, [faculty(old), department(old), rest]));
    const parentId = (await find(old))?._id;
    const wrong = await office.preview('units', csv(UNITS, [faculty(id, old), department(old)]));
    expect(wrong.examples).toMatchObject([
      { line: 2 },
      { line: 3, problem: 'unknown_unit', field: 'parent' },
    ]);
    const run = await office.apply('units', csv(UNITS, [faculty(id, old), department(id)]));
    expect(run).toMatchObject({
      preview: { changed: 1, unchanged: 1 },
      applied: { changed: 1, unchanged: 1 },
    });
    expect(await find(below)).toMatchObject({ parentId, path: [`F ${old}`] });
    expect(await find(other)).toMatchObject({ parentId });
    expect(await office.undo(run._id)).toMatchObject({ undo: { kept: 0 } });
    expect(await find(old)).toMatchObject({ _id: parentId });
    expect(await find(below)).toMatchObject({ parentId });
    expect((await find(below))?.source).not.toHaveProperty('changedHere');
  });

  it.each<[string, (faculty: ListItem, id: string) => Promise<unknown>]>([
    [
      'a later file',
      ({ externalId = '', name }, id) =>
        office.apply('units', csv(UNITS, [[id, '', 'faculty', name, externalId]])),
    ],
    [
      'an administrator',
      ({ _id, name, version }, id) =>
        office.ask('PUT', `/api/units/${_id}`, { name, version, externalId: id }),
    ],
  ])('return below it after an undo, even if %s gave it another ID since', async (_who, rename) => {
    const [old, id, otherFaculty, below] = [newId(), newId(), newId(), newId()];
    const faculty = (facultyId: string) => [facultyId, '', 'faculty', `F ${facultyId}`, ''];
    const department = (parent: string) => [below, parent, 'department', `D ${below}`, ''];
    await office.apply('units', csv(UNITS, [faculty(old), faculty(otherFaculty), department(old)]));
    const [former, other] = [await find(old), await find(otherFaculty)];
    const move = await office.apply('units', csv(UNITS, [department(otherFaculty)]));
    expect(await find(below)).toMatchObject({ parentId: other?._id });
    await rename(former as ListItem, id);
    expect(await find(id)).toMatchObject({ _id: former?._id });
    expect(await office.undo(move._id)).toMatchObject({ undo: { kept: 0, restored: 1 } });
    expect(await find(below)).toMatchObject({ parentId: former?._id });
    expect((await find(below))?.source).not.toHaveProperty('changedHere');

    const again = await office.apply('units', csv(UNITS, [department(id)]));
    expect(again).toMatchObject({ preview: { unchanged: 1 } });
    expect(again.overrides).toBeUndefined();
    const away = await office.apply('units', csv(UNITS, [department(otherFaculty)]));
    expect(away).toMatchObject({ applied: { changed: 1 } });
    expect(away.overrides).toBeUndefined();
    expect(await office.undo(away._id)).toMatchObject({ undo: { kept: 0, restored: 1 } });
    expect(await find(below)).toMatchObject({ parentId: former?._id });
  });

  it('return to their former parent after an undo, even if the unit has another ID since', async () => {
    const [old, id, first, below] = [newId(), newId(), newId(), newId()];
    const faculty = (facultyId: string, previous = '') => [
      facultyId,
      '',
      'faculty',
      `F ${facultyId}`,
      previous,
    ];
    const department = (parent: string) => [below, parent, 'department', `D ${below}`, ''];
    await office.apply('units', csv(UNITS, [faculty(old), faculty(first), department(first)]));
    const move = await office.apply('units', csv(UNITS, [department(old)]));
    await office.apply('units', csv(UNITS, [faculty(id, old)]));
    expect(await office.undo(move._id)).toMatchObject({ undo: { kept: 0, restored: 1 } });
    expect(await find(below)).toMatchObject({ parentId: (await find(first))?._id });
  });
});

describe('rule 13: units whose former parent lost its ID', () => {
  const list = listOf('/api/units');
  const find = async (id: string) => (await list()).find(({ externalId }) => externalId === id);
  const faculty = (id: string, previous = '') => [id, '', 'faculty', `F ${id}`, previous];
  const department = (id: string, parent: string, previous = '') => [
    id,
    parent,
    'department',
    `D ${id}`,
    previous,
  ];
  const apply = (...lines: string[][]) =>
    office.apply('units', csv('id,parent,kind,name,previous_id', lines));
  const nothing = async (_id: string, _below: string) => Promise.resolve();

  it.each([
    [
      'they had its ID before',
      async (id: string, below: string) => {
        await apply(department(id, ''));
        await apply(department(below, '', id));
      },
      nothing,
    ],
    [
      'another unit had its ID before',
      async (id: string, below: string) => {
        await apply(faculty(id));
        await apply(faculty(newId(), id), department(below, ''));
      },
      nothing,
    ],
    [
      'they have its ID since',
      (_id: string, below: string) => apply(department(below, '')),
      async (id: string, below: string) => {
        const { _id, name, parentId, version } = (await find(below)) as ListItem;
        await office.ask('PUT', `/api/units/${_id}`, { name, parentId, version, externalId: id });
      },
    ],
    [
      'a unit of their kind has its ID since',
      (_id: string, below: string) => apply(department(below, '')),
      (id: string) => apply(department(id, '')),
    ],
  ])('do not return after an undo if the parent is deleted and %s', async (_why, before, after) => {
    const [id, below, other] = [newId(), newId(), newId()];
    await before(id, below);
    await apply(faculty(id), faculty(other));
    await apply(department(below, id));
    const [former, current, unit] = [await find(id), await find(other), await find(below)];
    expect(unit?.parentId).toBe(former?._id);
    const move = await apply(department(below, other));
    expect((await office.ask('DELETE', `/api/units/${former?._id}`)).status).toBe(204);
    await after(id, below);
    expect(await office.undo(move._id)).toMatchObject({ undo: { kept: 1, restored: 0 } });
    expect((await list()).find(({ _id }) => _id === unit?._id)).toMatchObject({ parentId: current?._id });
  });

  it('return below the parent, even if another unit has its ID since', async () => {
    const [id, renamed, below, other] = [newId(), newId(), newId(), newId()];
    await apply(faculty(id), faculty(other), department(below, id));
    const former = await find(id);
    const move = await apply(department(below, other));
    await apply(faculty(renamed, id));
    await apply(faculty(id));
    expect(await office.undo(move._id)).toMatchObject({ undo: { kept: 0, restored: 1 } });
    expect(await find(below)).toMatchObject({ parentId: former?._id });
    expect(await find(renamed)).toMatchObject({ _id: former?._id });
  });
});

describe('rule 13: an unknown previous ID of a section or a person', () => {
  it('is an error, because the line would add a new object', async () => {
    const [id, course] = [newId(), newId()];
    const section = await office.preview(
      'sections',
      csv(`${SECTIONS},previous_id`, [[id, 'A', course, course, 'Optics', 3, newId()]]),
    );
    expect(section.examples).toMatchObject([{ problem: 'unknown_previous', field: 'previous' }]);
    const person = await office.preview(
      'people',
      csv('person,name,email,role,previous_id', [[id, 'Rosa', `${id}@campus.example`, 'student', newId()]]),
    );
    expect(person.examples).toMatchObject([{ problem: 'unknown_previous', field: 'previous' }]);
  });
});

describe('rule 18: the source of a unit or a term', () => {
  it('is listed with local changes', async () => {
    for (const { kind, header, lineOf, list, path } of KINDS.slice(0, 2)) {
      const id = newId();
      await office.apply(kind, csv(header, [lineOf(id, '', id)]));
      const listed = (await list()).find(({ externalId }) => externalId === id);
      expect(listed?.source).toEqual({ source: 'files', statedAt: expect.any(String) });
      const { _id, source: _source, ...details } = listed as ListItem;
      const edit = { ...details, name: `Here ${id}` };
      const { status, body } = await office.ask<ListItem>('PUT', `${path}/${_id}`, edit);
      expect(status).toBe(200);
      expect(body.source?.changedHere).toEqual([{ field: 'name', stated: expect.stringContaining(id) }]);
      const created = await office.ask<ListItem>('POST', path ?? '', {
        ...edit,
        name: `New ${id}`,
        externalId: newId(),
      });
      expect([created.status, created.body.source]).toEqual([201, undefined]);
    }
  });
});
