import type { Unit } from '@qr-attendance/contracts';
import { eventually } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { csv, newId, type Office, openOffice, SECTIONS } from './support/office.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());

const UNCHANGED = { added: 0, changed: 0, ended: 0, unmatched: 0, error: 0 };
/** Omits sources, because their day changes with each file. */
const list = async <Item>(path: string): Promise<Item[]> => {
  const { body } = await office.ask<(Item & { source?: object })[]>('GET', `${path}?limit=500`);
  return body.map(({ source: _source, ...item }) => item as Item);
};

describe('a file of units is a statement', () => {
  const UNITS = 'id,parent,kind,name';
  const unitOf = async (id: string) =>
    (await list<Unit>('/api/units')).find(({ externalId }) => externalId === id);
  const rename = async (id: string, name: string) => {
    const { _id, version, parentId } = (await unitOf(id)) ?? {};
    const edit = { name, externalId: id, version, ...(parentId && { parentId }) };
    expect((await office.ask('PUT', `/api/units/${_id}`, edit)).status).toBe(200);
  };
  const importTree = async () => {
    const [faculty, department] = [newId(), newId()];
    const fileWith = (name: string) =>
      csv(UNITS, [
        [faculty, '', 'faculty', `Faculty ${faculty}`],
        [department, faculty, 'department', name],
      ]);
    return { faculty, department, fileWith, run: await office.apply('units', fileWith('Physics')) };
  };

  it('rules 1 and 2: importing it again keeps names that people changed, and writes no object', async () => {
    const { department, fileWith } = await importTree();
    await rename(department, 'Physics and Astronomy');
    const before = await unitOf(department);
    expect(await office.apply('units', fileWith('Physics'))).toMatchObject({
      applied: { ...UNCHANGED, unchanged: 2 },
    });
    expect(await unitOf(department)).toEqual(before);
  });

  it('rule 1: a unit that people deleted stays deleted until somebody creates it again', async () => {
    const { faculty, department, fileWith } = await importTree();
    await office.ask('DELETE', `/api/units/${(await unitOf(department))?._id}`);
    expect(await office.apply('units', fileWith('Physics II'))).toMatchObject({
      applied: { ...UNCHANGED, unchanged: 2 },
    });
    expect(await unitOf(department)).toBeUndefined();
    const parentId = (await unitOf(faculty))?._id;
    const unit = { name: 'Chemistry', kind: 'department', parentId, externalId: department };
    expect((await office.ask('POST', '/api/units', unit)).status).toBe(201);
    expect(await office.apply('units', fileWith('Physics'))).toMatchObject({ applied: { changed: 1 } });
  });

  it('rule 2: a changed name overrides one that people chose, but an unchanged parent does not', async () => {
    const { department, fileWith } = await importTree();
    const other = newId();
    await office.apply('units', csv(UNITS, [[other, '', 'faculty', `Faculty ${other}`]]));
    const { _id, version } = (await unitOf(department)) ?? {};
    const otherId = (await unitOf(other))?._id;
    const edit = { name: 'Moved', externalId: department, parentId: otherId, version };
    expect((await office.ask('PUT', `/api/units/${_id}`, edit)).status).toBe(200);
    expect(await office.apply('units', fileWith('Physics II'))).toMatchObject({
      applied: { changed: 1, unchanged: 1 },
    });
    expect(await unitOf(department)).toMatchObject({ name: 'Physics II', parentId: otherId });
  });

  it('rule 6: undoing an older import keeps the name from a newer one', async () => {
    const { department, fileWith, run } = await importTree();
    const newer = await office.apply('units', fileWith('Physics II'));
    await office.undo(run._id);
    expect((await unitOf(department))?.name).toBe('Physics II');
    await office.undo(newer._id);
    expect(await unitOf(department)).toBeUndefined();
  });

  it('rule 5: undoing an adoption restores the name and keeps the unit, and units in use stay', async () => {
    const [adopted, used] = [newId(), newId()];
    const unit = { name: `By hand ${adopted}`, kind: 'faculty', externalId: adopted };
    await office.ask('POST', '/api/units', unit);
    const run = await office.apply(
      'units',
      csv(UNITS, [
        [adopted, '', 'faculty', `By file ${adopted}`],
        [used, '', 'faculty', `Faculty ${used}`],
      ]),
    );
    expect(run).toMatchObject({ applied: { added: 1, changed: 1 } });
    const below = { name: 'Below', kind: 'department', parentId: (await unitOf(used))?._id };
    await office.ask('POST', '/api/units', below);
    expect(await office.undo(run._id)).toMatchObject({
      undo: { restored: 1, kept: 1, keptExamples: [used] },
    });
    expect(await unitOf(adopted)).toMatchObject({ name: unit.name });
    expect(await unitOf(used)).toMatchObject({ name: `Faculty ${used}` });
  });
});

describe('a file of terms is a statement', () => {
  const TERMS = 'id,name,starts,ends';
  interface ListedTerm {
    _id: string;
    name: string;
    firstDay: string;
    lastDay: string;
    externalId?: string;
    version: number;
  }
  const termOf = async (id: string) =>
    (await list<ListedTerm>('/api/terms')).find(({ externalId }) => externalId === id);
  const importTerm = async () => {
    const id = newId();
    const fileWith = (lastDay: string) => csv(TERMS, [[id, `Term ${id}`, '2034-09-01', lastDay]]);
    const run = await office.apply('terms', fileWith('2034-12-20'));
    return { id, fileWith, run };
  };
  const edit = async (id: string, fields: object) => {
    const { _id, name, firstDay, lastDay, version } = (await termOf(id)) as ListedTerm;
    const body = { name, firstDay, lastDay, breaks: [], externalId: id, version, ...fields };
    expect((await office.ask('PUT', `/api/terms/${_id}`, body)).status).toBe(200);
  };

  it('rules 1 and 2: importing it again keeps a last day that people changed; a changed first day overrides only itself', async () => {
    const { id, fileWith } = await importTerm();
    await edit(id, { lastDay: '2034-12-23' });
    const before = await termOf(id);
    expect(await office.apply('terms', fileWith('2034-12-20'))).toMatchObject({
      applied: { ...UNCHANGED, unchanged: 1 },
    });
    expect(await termOf(id)).toEqual(before);
    const earlier = csv(TERMS, [[id, `Term ${id}`, '2034-08-25', '2034-12-20']]);
    expect(await office.apply('terms', earlier)).toMatchObject({ applied: { changed: 1 } });
    expect(await termOf(id)).toMatchObject({ firstDay: '2034-08-25', lastDay: '2034-12-23' });
  });

  it('rules 5 and 6: imports can be undone in any order, and a term that people changed stays', async () => {
    const { id, fileWith, run } = await importTerm();
    const newer = await office.apply('terms', fileWith('2034-12-22'));
    await office.undo(run._id);
    expect(await termOf(id)).toMatchObject({ lastDay: '2034-12-22' });
    await edit(id, { name: `Fall ${id}` });
    expect(await office.undo(newer._id)).toMatchObject({ undo: { restored: 0, kept: 1 } });
    expect(await termOf(id)).toMatchObject({ name: `Fall ${id}` });
  });

  it('rule 1: a term that people deleted stays deleted, and an undo keeps a term with courses', async () => {
    const { id, fileWith, run } = await importTerm();
    const other = await importTerm();
    const course = newId();
    const line = [newId(), '1', course, course, 'Optics', 3, other.id];
    await office.apply('sections', csv(`${SECTIONS},term`, [line]));
    expect(await office.undo(other.run._id)).toMatchObject({ undo: { kept: 1, keptExamples: [other.id] } });
    expect(await termOf(other.id)).toBeDefined();
    await office.ask('DELETE', `/api/terms/${(await termOf(id))?._id}`);
    expect(await office.apply('terms', fileWith('2034-12-21'))).toMatchObject({
      applied: { ...UNCHANGED, unchanged: 1 },
    });
    expect(await termOf(id)).toBeUndefined();
    await office.undo(run._id);
    expect(await termOf(id)).toBeUndefined();
  });
});

describe('a file of sections is a statement', () => {
  const fileOf = (course: string, ids: string[], { code = course, name = 'Optics' } = {}) =>
    csv(
      SECTIONS,
      ids.map((id, index) => [id, String(index + 1), course, code, name, 3]),
    );
  const teachCourse = async (sections = 2) => {
    const imported = await office.importCourse(sections);
    const [teacher] = await office.importPeople('staff', 1);
    const { course } = imported;
    const owner = teacher?.user ?? '';
    await office.apply(
      'staff',
      csv('person,role,scope,scopeId', [[teacher?.id ?? '', 'owner', 'course', course]]),
    );
    const as = <Body = { code?: string }>(method: string, path: string, body?: object) =>
      office.askAs<Body>(owner, course, method, path, body);
    const rename = async (name: string) => {
      const stored = await office.storedCourse(course);
      const details = { name, code: course, section: stored?.sections[0]?.name, semester: 3 };
      expect((await as('PUT', '', { ...details, version: stored?.version })).status).toBe(200);
    };
    const renameSection = async (index: number, name: string) => {
      const section = (await office.storedCourse(course))?.sections[index];
      expect((await as('PUT', `/sections/${section?.id}`, { name })).status).toBe(200);
    };
    return { ...imported, as, rename, renameSection };
  };

  it('rules 1 and 2: importing it again keeps what a teacher renamed, and writes no course', async () => {
    const { course, ids, rename, renameSection } = await teachCourse();
    await rename('Optics for everybody');
    await renameSection(1, 'Evening');
    const before = await office.storedCourse(course);
    expect(await office.apply('sections', fileOf(course, ids))).toMatchObject({
      applied: { ...UNCHANGED, unchanged: 2 },
    });
    expect(await office.storedCourse(course)).toEqual(before);
  });

  it('rule 2: a changed code overrides only the code, and keeps names that the teacher chose', async () => {
    const { course, ids, rename, renameSection } = await teachCourse();
    await rename('Optics for everybody');
    await renameSection(1, 'Evening');
    await office.apply('sections', fileOf(course, ids, { code: `${course}B` }));
    expect(await office.storedCourse(course)).toMatchObject({
      code: `${course}B`,
      name: 'Optics for everybody',
      sections: [{ name: '1' }, { name: 'Evening' }],
    });
  });

  it('rule 1: a course that its teacher deleted stays deleted', async () => {
    const { course, ids, as } = await teachCourse();
    expect((await as('DELETE', '')).status).toBe(204);
    expect(await office.apply('sections', fileOf(course, ids, { name: 'Optics II' }))).toMatchObject({
      applied: { ...UNCHANGED, unchanged: 2 },
    });
    expect(await office.storedCourse(course)).toBeNull();
  });

  it('rule 6: imports can be undone in any order, and what only the undone import stated is removed', async () => {
    const { course, ids, run } = await office.importCourse(1);
    const [one = ''] = ids;
    const two = newId();
    const newer = await office.apply('sections', fileOf(course, [one, two], { name: 'Optics II' }));
    await office.undo(run._id);
    expect(await office.storedCourse(course)).toMatchObject({
      name: 'Optics II',
      sections: [{ externalId: one }, { externalId: two }],
    });
    await office.undo(newer._id);
    expect(await office.storedCourse(course)).toBeNull();
  });

  it('rule 5: an undo restores the previous name unless the teacher has changed it since', async () => {
    const { course, ids, rename, renameSection } = await teachCourse();
    const second = await office.apply('sections', fileOf(course, ids, { name: 'Optics II' }));
    await office.undo(second._id);
    expect(await office.storedCourse(course)).toMatchObject({ name: 'Optics' });
    const third = await office.apply('sections', fileOf(course, ids, { name: 'Optics III' }));
    await rename('Optics for everybody');
    await renameSection(0, 'Morning');
    expect(await office.undo(third._id)).toMatchObject({ undo: { restored: 0, kept: 1 } });
    expect(await office.storedCourse(course)).toMatchObject({
      name: 'Optics for everybody',
      sections: [{ name: 'Morning' }, { name: '2' }],
    });
  });

  it('rule 8: an undo keeps and lists a section with students, and archives a section without students', async () => {
    const { course, ids } = await office.importCourse(1);
    const [student] = await office.importPeople('student', 1);
    const [used, unused] = [newId(), newId()];
    const run = await office.apply('sections', fileOf(course, [...ids, used, unused]));
    await office.apply('memberships', csv('section,person', [[used, student?.id ?? '']]));
    expect(await office.undo(run._id)).toMatchObject({ undo: { kept: 1, keptExamples: [course] } });
    const sections = (await office.storedCourse(course))?.sections;
    expect(sections).toMatchObject([
      { name: '1' },
      { name: '2', externalId: used },
      { name: '3', archived: true },
    ]);
    expect(sections?.[1]).not.toHaveProperty('archived');
  });

  it('rule 8: an undo keeps and lists a course with students', async () => {
    const { course, ids, run } = await office.importCourse(1);
    const [student] = await office.importPeople('student', 1);
    await office.apply('memberships', csv('section,person', [[ids[0] ?? '', student?.id ?? '']]));
    expect(await office.undo(run._id)).toMatchObject({ undo: { restored: 0, kept: 1 } });
    expect(await office.storedCourse(course)).toMatchObject({ sections: [{ externalId: ids[0] }] });
  });

  it('rule 1: values are compared separately, so a line may add a term that an earlier one omitted', async () => {
    const [course, one, two, term] = [newId(), newId(), newId(), newId()];
    await office.apply('terms', csv('id,name,starts,ends', [[term, term, '2035-09-01', '2035-12-20']]));
    const lines = [
      [one, '1', course, course, 'Optics', 3, ''],
      [two, '2', course, course, 'Optics', 3, term],
    ];
    const run = await office.apply('sections', csv(`${SECTIONS},term`, lines));
    expect(run).toMatchObject({ applied: { added: 2, error: 0 } });
    expect(await office.storedCourse(course)).toMatchObject({ termId: expect.any(String) });
    await office.undo(run._id);
    expect(await office.storedCourse(course)).toBeNull();
  });

  it('rule 17: what files stated is stored with the course, but never returned', async () => {
    const { course, as } = await teachCourse(1);
    const stored = await office.database.collection('courses').findOne({ externalId: course });
    for (const field of ['statements', 'sectionStatements', 'staffStatements'])
      expect(stored).toHaveProperty(field);
    expect(JSON.stringify((await as('GET', '')).body)).not.toContain('tatements');
  });
});

describe('a file of staff is a statement', () => {
  const STAFF = 'person,role,scope,scopeId,began,ended';
  const setUp = async (sections = 1) => {
    const imported = await office.importCourse(sections);
    const { course } = imported;
    const [owner, colleague] = (await office.importPeople('staff', 2)) as [
      { id: string; user: string },
      { id: string; user: string },
    ];
    const owns = [owner.id, 'owner', 'course', course, '', ''];
    const helps = (role = 'co-teacher', ended = '') => [colleague.id, role, 'course', course, '', ended];
    const apply = (...lines: string[][]) => office.apply('staff', csv(STAFF, lines));
    const as = (user: string, method: string, path: string, body?: object) =>
      office.askAs(user, course, method, `/staff${path}`, body);
    const staffNow = async () => {
      const stored = await office.storedCourse(course);
      return [stored?.teacherId, stored?.staff?.map(({ userId, role }) => [userId, role]) ?? []];
    };
    return { ...imported, owner, colleague, owns, helps, apply, as, staffNow };
  };

  it('rule 1: a person whom the owner removed stays removed, whatever date the file changes', async () => {
    const { owner, colleague, owns, helps, apply, as, staffNow, course } = await setUp();
    await apply(owns, helps());
    expect((await as(owner.user, 'DELETE', `/${colleague.user}`)).status).toBe(204);
    const before = await office.storedCourse(course);
    expect(await apply(owns, helps())).toMatchObject({ applied: { ...UNCHANGED, unchanged: 2 } });
    expect(await apply(owns, helps('co-teacher', '2036-02-01'))).toMatchObject({
      applied: { ...UNCHANGED, unchanged: 2 },
    });
    expect(await office.storedCourse(course)).toEqual(before);
    expect(await staffNow()).toEqual([owner.user, []]);
  });

  it('rule 2: a role that the owner changed stays, and a changed last day overrides only itself', async () => {
    const { owner, colleague, owns, helps, apply, as, course } = await setUp();
    await apply(owns, helps());
    await as(owner.user, 'PUT', `/${colleague.user}`, { role: 'auditor' });
    expect(await apply(owns, helps())).toMatchObject({ applied: { ...UNCHANGED, unchanged: 2 } });
    expect(await apply(owns, helps('co-teacher', '2036-02-01'))).toMatchObject({ applied: { changed: 1 } });
    expect((await office.storedCourse(course))?.staff).toMatchObject([
      { userId: colleague.user, role: 'auditor', until: expect.stringMatching(/^2036-02-0/) },
    ]);
  });

  it('rule 2: importing it again does not hand back a course that its owner handed over', async () => {
    const { owner, colleague, owns, helps, apply, as, staffNow } = await setUp();
    await apply(owns, helps());
    expect((await as(owner.user, 'POST', `/${colleague.user}/hand-over`)).status).toBe(200);
    expect(await apply(owns, helps())).toMatchObject({ applied: { ...UNCHANGED, unchanged: 2 } });
    expect(await staffNow()).toEqual([colleague.user, [[owner.user, 'co-teacher']]]);
  });

  it('rule 5: undoing a handover restores the former owner unless the course was handed over again', async () => {
    const { owner, colleague, owns, helps, apply, as, staffNow, course } = await setUp();
    await apply(owns, helps());
    const handsOver = () => apply([colleague.id, 'owner', 'course', course, '', '']);
    const first = await handsOver();
    expect(await staffNow()).toEqual([colleague.user, [[owner.user, 'co-teacher']]]);
    expect(await office.undo(first._id)).toMatchObject({ undo: { restored: 1, kept: 0 } });
    expect(await staffNow()).toEqual([owner.user, [[colleague.user, 'co-teacher']]]);

    const second = await handsOver();
    expect((await as(colleague.user, 'POST', `/${owner.user}/hand-over`)).status).toBe(200);
    expect(await office.undo(second._id)).toMatchObject({ undo: { restored: 0, kept: 1 } });
    expect(await staffNow()).toEqual([owner.user, [[colleague.user, 'co-teacher']]]);
  });

  it('rule 5: undoing an import that changed a manually assigned role restores its dates and keeps the role', async () => {
    const { owner, colleague, owns, helps, apply, as, course } = await setUp();
    await apply(owns);
    const added = { person: `${colleague.id}@campus.example`, role: 'assistant' };
    expect((await as(owner.user, 'POST', '', added)).status).toBe(200);
    const run = await apply(helps('co-teacher', '2036-02-01'));
    await office.undo(run._id);
    const staff = (await office.storedCourse(course))?.staff;
    expect(staff).toMatchObject([{ userId: colleague.user, role: 'assistant' }]);
    expect(staff?.[0]).not.toHaveProperty('until');
  });

  it('rule 6: imports can be undone in any order, and an assistant keeps the sections from other imports', async () => {
    const { colleague, course, ids, apply } = await setUp(3);
    const helpsIn = (...sections: (string | undefined)[]) =>
      apply(...sections.map((id) => [colleague.id, 'assistant', 'section', id ?? '', '', '']));
    const first = await helpsIn(ids[0], ids[1]);
    const second = await helpsIn(ids[1], ids[2]);
    const sectionsNow = async () => {
      const stored = await office.storedCourse(course);
      const names = new Map(stored?.sections.map(({ id, name }) => [id, name]));
      return stored?.staff?.[0]?.sectionIds?.map((id) => names.get(id)).toSorted();
    };
    expect(await sectionsNow()).toEqual(['1', '2', '3']);
    await office.undo(first._id);
    expect(await sectionsNow()).toEqual(['2', '3']);
    await office.undo(second._id);
    expect(await sectionsNow()).toBeUndefined();
  });

  it('rule 1: a role in the whole course replaces one in a section, and returns when it is stated again', async () => {
    const { colleague, course, ids, apply, helps } = await setUp(2);
    const inSection = [colleague.id, 'assistant', 'section', ids[0] ?? '', '', ''];
    const staffNow = async () => (await office.storedCourse(course))?.staff?.[0];
    await apply(inSection);
    const whole = await apply(helps('assistant'));
    expect(await staffNow()).not.toHaveProperty('sectionIds');
    await office.undo(whole._id);
    expect(await staffNow()).toMatchObject({ sectionIds: [expect.any(String)] });
    await apply(helps('assistant'));
    expect(await apply(inSection)).toMatchObject({ applied: { changed: 1 } });
    expect(await staffNow()).toMatchObject({ sectionIds: [expect.any(String)] });
  });

  it('rules 1, 2 and 6 apply to roles in units', async () => {
    const [program, head] = [newId(), (await office.importPeople('staff', 1))[0]];
    await office.apply('units', csv('id,kind,name', [[program, 'program', `Program ${program}`]]));
    const unitId = (await list<Unit>('/api/units')).find(({ externalId }) => externalId === program)?._id;
    const staffNow = async () => {
      const unit = await office.database.collection('units').findOne({ externalId: program });
      const staff = (unit?.['staff'] ?? []) as { role: string; until?: string }[];
      return staff.map(({ role, until }) => [role, until?.slice(0, 7)]);
    };
    const apply = (ended: string) =>
      office.apply('staff', csv(STAFF, [[head?.id ?? '', 'auditor', 'unit', program, '', ended]]));
    const first = await apply('2036-02-01');
    const change = { role: 'program-administrator', until: '2036-02-01' };
    expect((await office.ask('PUT', `/api/units/${unitId}/staff/${head?.user}`, change)).status).toBe(200);
    expect(await apply('2036-02-01')).toMatchObject({ applied: { ...UNCHANGED, unchanged: 1 } });
    const later = await apply('2036-03-01');
    expect(await staffNow()).toEqual([['program-administrator', '2036-03']]);
    await office.undo(first._id);
    expect(await staffNow()).toEqual([['program-administrator', '2036-03']]);
    await office.ask('DELETE', `/api/units/${unitId}/staff/${head?.user}`);
    expect(await apply('2036-03-01')).toMatchObject({ applied: { ...UNCHANGED, unchanged: 1 } });
    await office.undo(later._id);
    expect(await staffNow()).toEqual([]);
  });

  it('rule 11: erasing a person removes what files stated about their roles', async () => {
    const { colleague, owns, helps, apply } = await setUp();
    await apply(owns, helps());
    const count = () =>
      office.database.collection('courses').countDocuments({ 'staffStatements.people': colleague.user });
    expect(await count()).toBe(1);
    await office.publishUser(colleague.user, 'TEACHER', { erased: true, suspended: true, version: 100 });
    await eventually(async () => expect(await count()).toBe(0));
    expect(await apply(owns)).toMatchObject({ applied: { ...UNCHANGED, unchanged: 1 } });
  });
});
