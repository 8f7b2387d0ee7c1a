import { randomUUID } from 'node:crypto';
import { MAX_IMPORT_PART_BYTES, MAX_IMPORT_BYTES, type Term, type Unit } from '@qr-attendance/contracts';
import { courseChanged, unitChanged } from '@qr-attendance/contracts/events';
import { call, eventually, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createImporter, type Importer } from './support/imports.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
let admin: Person;
let office: Importer;
beforeAll(async () => {
  world = await startWorld([courseChanged, unitChanged]);
  admin = world.people.admin();
  office = createImporter(() => world.url(), admin);
});
afterAll(() => world.close());

const idOf = (text: string) => `${text}-${randomUUID().slice(0, 8)}`;
const list = async <Item>(path: string) => (await office.ask<Item[]>('GET', `${path}?limit=500`)).body;
const unitsOf = async (ids: string[]) =>
  (await list<Unit>('/api/units')).filter(({ externalId = '' }) => ids.includes(externalId));
const counts = (some: object = {}) => ({
  added: 0,
  changed: 0,
  ended: 0,
  unchanged: 0,
  unmatched: 0,
  error: 0,
  ...some,
});

describe('an import of units', () => {
  it('adds a tree, changes nothing when repeated, and can be undone as a whole', async () => {
    const [top, below] = [idOf('U'), idOf('F')];
    const file = `unit_id,parent_id,kind,name\n${top},,institution,${top}\n${below},${top},faculty,Arts\n`;
    const previewed = await office.preview('units', file);
    expect(previewed).toMatchObject({ state: 'previewed', preview: counts({ added: 2 }) });
    expect(await unitsOf([top, below])).toEqual([]);

    const { body: confirmed } = await office.act(previewed._id, 'confirm', {});
    expect(['rechecking', 'applying', 'done']).toContain(confirmed.state);
    expect(await office.settle(previewed._id)).toMatchObject({
      state: 'done',
      applied: counts({ added: 2 }),
    });
    const units = await unitsOf([top, below]);
    expect(units.map(({ name, path }) => [name, path])).toEqual(
      expect.arrayContaining([
        ['Arts', [top]],
        [top, []],
      ]),
    );

    const again = await office.apply('units', file);
    expect(again).toMatchObject({ applied: counts({ unchanged: 2 }) });
    // The source is the last run that stated it.
    const withoutSource = (some: Unit[]) => some.map(({ source: _source, ...unit }) => unit);
    expect(withoutSource(await unitsOf([top, below]))).toEqual(withoutSource(units));

    const renamed = await office.apply('units', file.replace('Arts', 'Arts and Letters'));
    expect(renamed).toMatchObject({ applied: counts({ changed: 1, unchanged: 1 }) });
    expect(await office.undo(renamed._id)).toMatchObject({
      state: 'undone',
      undo: { restored: 1, kept: 0 },
    });
    expect((await unitsOf([below]))[0]?.name).toBe('Arts');
    // The second run states the same.
    expect(await office.undo(previewed._id)).toMatchObject({ undo: { restored: 0, kept: 0 } });
    expect(await unitsOf([top, below])).toMatchObject(
      units.map(({ source: _source, version: _version, ...unit }) => unit),
    );
    expect(await office.undo(again._id)).toMatchObject({ undo: { restored: 2, kept: 0 } });
    expect(await unitsOf([top, below])).toEqual([]);
  });

  it('keeps and lists what somebody changed since when it is undone', async () => {
    const [one, other] = [idOf('F'), idOf('F')];
    const run = await office.apply(
      'units',
      `id,kind,name\n${one},faculty,${one}\n${other},faculty,${other}\n`,
    );
    const unit = (await unitsOf([one]))[0];
    const edit = { name: idOf('Renamed'), externalId: one, version: unit?.version };
    await office.ask('PUT', `/api/units/${unit?._id}`, edit);
    expect(await office.undo(run._id)).toMatchObject({
      undo: { restored: 1, kept: 1, keptExamples: [one] },
    });
    expect((await unitsOf([one, other])).map(({ name }) => name)).toEqual([edit.name]);
  });

  it('reports each line that cannot be imported in a file without formulas', async () => {
    const [good, orphan] = [idOf('F'), idOf('D')];
    const run = await office.apply(
      'units',
      `id;parent;kind;name\n${good};;faculty;${good}\n${orphan};nobody;department;=1+2\n;;faculty;No id\nX;;planet;"Arts;=3+4\t=5+6"\n`,
    );
    expect(run).toMatchObject({ applied: counts({ added: 1, unmatched: 1, error: 2 }) });
    expect(run.examples).toContainEqual({
      outcome: 'unmatched',
      line: 3,
      problem: 'unknown_unit',
      field: 'parent',
      values: [orphan, 'nobody', 'department', '=1+2', ''],
    });
    const answer = await fetch(`${world.url()}/api/imports/${run._id}/errors`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    const lines = (await answer.text()).split('\n');
    expect(lines[1]).toContain("'=1+2");
    // In some languages, spreadsheets split lines at semicolons or tabs.
    expect(lines[3]).toContain("Arts;'=3+4\t'=5+6");
    expect(lines.map((line) => Number.parseInt(line, 10)).filter(Number.isInteger)).toEqual([3, 4, 5]);
  });
});

describe('what files stated', () => {
  it('is stored, but neither published nor part of an audit entry', async () => {
    const [unit, course] = [idOf('F'), idOf('C').slice(0, 20)];
    await office.apply('units', `id,kind,name\n${unit},faculty,${unit}\n`);
    const file = `section_id,section,course_id,code,name,semester\n${course}-1,1,${course},${course},Optics,3\n`;
    await office.apply('sections', file);
    await eventually(() => {
      const published = world.heard.map(({ payload }) => JSON.stringify(payload));
      for (const id of [unit, course]) expect(published.some((text) => text.includes(id))).toBe(true);
      expect(published.filter((text) => text.includes('tatements'))).toEqual([]);
    });
    expect(await world.database.collection('units').findOne({ externalId: unit })).toMatchObject({
      statements: { entries: [{ values: { name: unit } }] },
      revisions: [{ details: expect.not.objectContaining({ statements: expect.anything() }) }],
    });
    const log = await office.ask('GET', '/api/units/audit-log?limit=100');
    expect(JSON.stringify(log.body)).not.toContain('tatements');
  });
});

describe('a file', () => {
  it('may have a byte order mark and any column names and order, and the mapping is remembered', async () => {
    const [first, second] = [idOf('T'), idOf('T')];
    const file = (id: string) =>
      `\uFEFFBis\tVon\tBezeichnung\tSchlüssel\r\n2032-02-12\t2031-09-28\t${id}\t${id}\r\n`;
    const { body: run } = await office.upload('terms', file(first));
    expect(run.header).toEqual(['Bis', 'Von', 'Bezeichnung', 'Schlüssel']);
    expect(run.firstLines).toEqual([['2032-02-12', '2031-09-28', first, first]]);
    const mapping = { lastDay: 0, firstDay: 1, name: 2, id: 3 };
    await office.act(run._id, 'preview', { mapping });
    expect(await office.settle(run._id)).toMatchObject({ preview: counts({ added: 1 }) });
    await office.act(run._id, 'confirm', {});
    await office.settle(run._id);
    const terms = await list<Term>('/api/terms');
    expect(terms.find(({ externalId }) => externalId === first)).toMatchObject({ firstDay: '2031-09-28' });
    expect((await office.upload('terms', file(second))).body.mapping).toEqual(mapping);
  });

  it('can have many parts, and an upload continues with the missing parts', async () => {
    const ids = Array.from({ length: 100 }, (_unit, index) => `${idOf('B')}${index}`);
    // The last column is not imported.
    const file = Buffer.from(
      `id,kind,name,note\n${ids.map((id) => `${id},faculty,${id},"${'ü'.repeat(2_000)}"`).join('\n')}`,
    );
    expect(file.length).toBeGreaterThan(2 * MAX_IMPORT_PART_BYTES);
    const { body: run } = await office.begin('units', file.length);
    const part = (index: number) =>
      file.subarray(index * MAX_IMPORT_PART_BYTES, (index + 1) * MAX_IMPORT_PART_BYTES);
    const count = Math.ceil(file.length / MAX_IMPORT_PART_BYTES);
    await office.putPart(run._id, count - 1, part(count - 1));
    expect(await office.act(run._id, 'uploaded')).toMatchObject({
      status: 409,
      body: { code: 'upload_incomplete' },
    });
    expect(await office.get(run._id)).toMatchObject({ state: 'uploading', parts: 1 });
    for (let index = 0; index < count; index += 1)
      expect((await office.putPart(run._id, index, part(index))).status).toBe(204);
    const { body: uploaded } = await office.act(run._id, 'uploaded');
    await office.act(run._id, 'preview', { mapping: uploaded.mapping });
    expect(await office.settle(run._id)).toMatchObject({ preview: counts({ added: ids.length }) });
    expect((await office.ask('DELETE', `/api/imports/${run._id}`)).status).toBe(204);
    expect(await world.database.collection('importparts').countDocuments()).toBe(
      await world.database.collection('importparts').countDocuments({ runId: { $ne: run._id } }),
    );
  });

  it.each([
    ['is an archive', Buffer.from('504b0304140000000000', 'hex'), 'broken_workbook'],
    ['is an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old_workbook'],
    ['is compressed', Buffer.from('1f8b0800000000000003', 'hex'), 'not_text'],
    ['is in UTF-16 without a byte order mark', Buffer.from('id,kind,name\n', 'utf16le'), 'not_text'],
    ['starts with an endless line', Buffer.alloc(MAX_IMPORT_PART_BYTES, 'x'), 'line_too_long'],
    ['has too many columns', Buffer.from('x,'.repeat(200)), 'too_many_columns'],
    ['has an unclosed quote', Buffer.from('"id,kind,name'), 'unreadable'],
  ])('is rejected if it %s', async (_what, content, code) => {
    expect(await office.upload('units', content)).toMatchObject({ status: 422, body: { code } });
  });

  it('fails without changing anything at a line of many megabytes', async () => {
    const id = idOf('F');
    const lines = `${id},faculty,${id}\n`.repeat(9);
    const file = `id,kind,name\n${lines}${idOf('F')},faculty,${'x'.repeat(3_000_000)}\n`;
    expect(await office.preview('units', file)).toMatchObject({
      state: 'failed',
      failure: { reason: 'line_too_long', line: 11 },
    });
    expect(await unitsOf([id])).toEqual([]);
  });

  it('never grows beyond the size that was announced', async () => {
    const { body: run } = await office.begin('units', 10);
    const refused = { status: 400, body: { code: 'part_size' } };
    expect(await office.putPart(run._id, 0, Buffer.alloc(11, 'x'))).toMatchObject(refused);
    expect(await office.putPart(run._id, 1, Buffer.alloc(10, 'x'))).toMatchObject(refused);
    expect((await office.begin('units', 1e12)).status).toBe(400);
    const begun = [];
    for (let count = 0; count < 4; count += 1) begun.push(await office.begin('units', MAX_IMPORT_BYTES));
    expect(begun.map(({ status }) => status)).toEqual([201, 201, 201, 409]);
    for (const { body } of begun.slice(0, 3)) await office.ask('DELETE', `/api/imports/${body._id}`);
  });
});

describe('an import', () => {
  it.each([
    ['teachers', () => world.people.teacher()],
    ['students', () => world.people.student()],
  ])('is inaccessible to %s', async (_who, person) => {
    const { body: run } = await office.upload('units', 'id,kind,name\n');
    const { token } = person();
    for (const [method, path] of [
      ['GET', '/api/imports'],
      ['GET', `/api/imports/${run._id}`],
      ['POST', `/api/imports/${run._id}/confirm`],
      ['GET', `/api/imports/${run._id}/errors`],
    ] as const)
      expect(
        (await call(world.url(), method, path, { token, body: method === 'GET' ? undefined : {} })).status,
      ).toBe(403);
  });

  it('requires the number of changes to be confirmed if it exceeds the limit', async () => {
    const ids = Array.from({ length: 40 }, () => idOf('F'));
    const file = (name: string) =>
      `id,kind,name\n${ids.map((id) => `${id},faculty,${name} ${id}`).join('\n')}\n`;
    await office.apply('units', file('Faculty'));
    const run = await office.preview('units', file('School'));
    expect(run).toMatchObject({ preview: counts({ changed: 40 }), changesToConfirm: 40 });
    for (const body of [{}, { changes: 39 }])
      expect(await office.act(run._id, 'confirm', body)).toMatchObject({
        status: 409,
        body: { code: 'confirm_changes', details: { changes: 40 } },
      });
    await office.act(run._id, 'confirm', { changes: 40 });
    expect(await office.settle(run._id)).toMatchObject({ state: 'done', applied: counts({ changed: 40 }) });
  });

  it('waits for another import that is being applied, and is applied once even if confirmed twice', async () => {
    const [one, other] = [idOf('F'), idOf('F')];
    const file = (id: string) => `id,kind,name\n${id},faculty,${id}\n`;
    const [first, second] = [
      await office.preview('units', file(one)),
      await office.preview('units', file(other)),
    ];
    const answers = await Promise.all([
      office.act(first._id, 'confirm', {}),
      office.act(first._id, 'confirm', {}),
      office.act(second._id, 'confirm', {}),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses[0]).toBe(statuses[1]);
    // Either run may come first, and the other run may wait or be rejected.
    expect(statuses).toContain(200);
    for (const [index, run] of [first, first, second].entries())
      if (statuses[index] === 200) await office.settle(run._id);
    for (const run of [first, second]) {
      await office.act(run._id, 'confirm', {});
      expect(await office.settle(run._id)).toMatchObject({ state: 'done', applied: counts({ added: 1 }) });
    }
    expect((await unitsOf([one, other])).map(({ version }) => version)).toEqual([1, 1]);
  });

  it('is either applied or discarded if both are requested concurrently', async () => {
    const outcomes = [];
    for (let round = 0; round < 6; round += 1) {
      const id = idOf('F');
      const run = await office.preview('units', `id,kind,name\n${id},faculty,${id}\n`);
      const [confirmed, discarded] = await Promise.all([
        office.act(run._id, 'confirm', {}),
        office.ask('DELETE', `/api/imports/${run._id}`),
      ]);
      const state = confirmed.status === 200 ? (await office.settle(run._id)).state : undefined;
      const applied = (await unitsOf([id])).length;
      outcomes.push([confirmed.status, discarded.status, state, applied].join(' '));
    }
    expect(['200 409 done 1', '404 204  0']).toEqual(expect.arrayContaining([...new Set(outcomes)]));
  });

  it('can be stopped, and continued or undone later', async () => {
    const [prefix, MANY] = [idOf('S'), 100];
    // The file needs more than one batch, so that lines are left when the run stops.
    const lines = Array.from(
      { length: MANY },
      (_unit, index) => `${prefix}-${index},faculty,${prefix}-${index}`,
    );
    const run = await office.preview('units', `id,kind,name\n${lines.join('\n')}\n`);
    await office.act(run._id, 'confirm', {});
    await eventually(async () => expect((await office.get(run._id)).state).toBe('applying'));
    await office.act(run._id, 'stop');
    const stopped = await office.settle(run._id);
    expect(stopped.state).toBe('stopped');
    const countUnits = () =>
      world.database
        .collection('units')
        .countDocuments({ externalId: { $regex: `^${prefix}` }, deleted: { $ne: true } });
    expect(await countUnits()).toBe(stopped.applied?.added);
    expect(stopped.applied?.added).toBeLessThan(MANY);
    await office.act(run._id, 'confirm', {});
    expect(await office.settle(run._id)).toMatchObject({
      state: 'done',
      applied: counts({ added: MANY }),
    });
    expect(await countUnits()).toBe(MANY);
    expect(await office.undo(run._id)).toMatchObject({ undo: { restored: MANY, kept: 0 } });
    expect(await countUnits()).toBe(0);
  });

  it('fails if another service rejects a part as invalid, without affecting other imports', async () => {
    const line = 'q1,Rosa Rostered,rosa@campus.example,student';
    const run = await office.preview('people', `person,name,email,role\n${line}\n`);
    expect(run).toMatchObject({ state: 'failed', failure: { reason: 'rejected' } });
    expect(await office.apply('units', `id,kind,name\n${idOf('U')},faculty,Arts\n`)).toMatchObject({
      state: 'done',
    });
  });
});
