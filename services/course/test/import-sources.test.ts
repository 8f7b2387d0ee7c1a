import type { Room } from '@qr-attendance/contracts';
import { call } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { csv, newId, type Office, openOffice, SECTIONS } from './support/office.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice(['auth', 'course', 'session', 'attendance'], {
    env: { course: { IMPORT_SOURCES: 'registry,hr;email:hr,registry' } },
  });
});
afterAll(() => office.close());

const REGISTRY = { source: 'registry' };
const HR = { source: 'hr' };

describe('the source of a file', () => {
  it('rule 15: must be chosen at the start of an import if there are several', async () => {
    const missing = await office.begin('people', 10);
    expect([missing.status, missing.body.code]).toEqual([400, 'import_source_missing']);
    expect(missing.body.error).toContain('registry, hr');
    const unknown = await office.begin('people', 10, 'registri');
    expect([unknown.status, unknown.body.code]).toEqual([400, 'import_source_unknown']);
    expect(unknown.body.error).toContain('“registri”');
    const { status, body } = await office.begin('people', 10, 'hr');
    expect([status, body.source]).toEqual([201, 'hr']);
  });
});

describe('rule 15: values of a lower source apply only once the higher source has withdrawn its values', () => {
  it('for people, with other ranks for their email addresses', async () => {
    const id = newId();
    const file = (name: string, address: string) =>
      csv('person,name,email,role', [[id, name, `${address}-${id}@campus.example`, 'student']]);
    const now = async () => {
      const [person] = await office.findPeople([id]);
      return person && [person.values.name, person.values.email.split('-')[0]];
    };
    await office.apply('people', file('Hanna', 'hr'), HR);
    const registry = await office.apply('people', file('Rosa', 'registry'), REGISTRY);
    expect(await now()).toEqual(['Rosa', 'hr']);
    await office.apply('people', file('Helga', 'hr2'), HR);
    expect(await now()).toEqual(['Rosa', 'hr2']);
    await office.undo(registry._id);
    expect(await now()).toEqual(['Helga', 'hr2']);
  });

  it('for courses, sections and rooms', async () => {
    const [course, section, room] = [newId(), newId(), newId()];
    const sections = (name: string, group: string) =>
      csv(SECTIONS, [[section, group, course, course, name, 3]]);
    const rooms = (name: string) => csv('id,name', [[room, name]]);
    const now = async () => {
      const stored = await office.storedCourse(course);
      const path = `/api/rooms?search=${room}`;
      const { body } = await call<Room[]>(office.services.urls.session, 'GET', path, { token: office.token });
      return [stored?.name, stored?.sections[0]?.name, body[0]?.name];
    };
    const runs = [
      await office.apply('sections', sections('Optics', 'A'), REGISTRY),
      await office.apply('rooms', rooms(`${room} A`), REGISTRY),
    ];
    await office.apply('sections', sections('Light', 'B'), HR);
    await office.apply('rooms', rooms(`${room} B`), HR);
    expect(await now()).toEqual(['Optics', 'A', `${room} A`]);
    for (const { _id } of runs) await office.undo(_id);
    expect(await now()).toEqual(['Light', 'B', `${room} B`]);
  });

  it('for the role of a person in a course', async () => {
    const { course, ids } = await importCourse();
    const [teacher] = await office.importPeople('staff', 1, 'registry');
    const staff = (role: string, scope: string, scopeId = '') =>
      csv('person,role,scope,scopeId', [[teacher?.id ?? '', role, scope, scopeId]]);
    const now = async () => (await office.storedCourse(course))?.staff?.map(({ role }) => role);
    const run = await office.apply('staff', staff('co-teacher', 'course', course), REGISTRY);
    await office.apply('staff', staff('auditor', 'course', course), HR);
    const limited = await office.apply('staff', staff('assistant', 'section', ids[0]), HR);
    expect(limited).toMatchObject({ applied: { error: 1 } });
    expect(await now()).toEqual(['co-teacher']);
    await office.undo(run._id);
    expect(await now()).toEqual(['auditor']);
  });
});

const importCourse = async () => {
  const [course, a, b] = [newId(), newId(), newId()];
  const lines = [a, b].map((id, index) => [id, 'AB'[index] ?? '', course, course, 'Optics', 3]);
  await office.apply('sections', csv(SECTIONS, lines), REGISTRY);
  return { course, ids: [a, b] as const };
};

describe('memberships from two sources', () => {
  const MEMBERS = 'section,person,began,ended';
  const open = async () => {
    const { course, ids } = await importCourse();
    const people = await office.importPeople('student', 2, 'registry');
    const [first, second] = people.map(({ id }) => id) as [string, string];
    const stored = await office.storedCourse(course);
    const now = async () => {
      const found = await office.database
        .collection<{ studentId: string; sectionId: string; active: boolean }>('enrollments')
        .find({ courseId: stored?._id } as object)
        .toArray();
      return people.map(({ user }) => {
        const member = found.find(({ studentId }) => studentId === user);
        return member?.active ? stored?.sections.find(({ id }) => id === member.sectionId)?.name : undefined;
      });
    };
    return { a: ids[0], b: ids[1], first, second, now };
  };
  const file = (...lines: string[][]) => csv(MEMBERS, lines);

  it('rule 15: end when no source states them any more, and a complete file affects only its source', async () => {
    const { a, first, second, now } = await open();
    await office.apply('memberships', file([a, first], [a, second]), REGISTRY);
    await office.apply('memberships', file([a, first]), HR);
    // The file of the other source omits the second student.
    const hr = await office.apply('memberships', file([a, first]), { ...HR, complete: true });
    expect(hr).toMatchObject({ applied: { ended: 0, unchanged: 1 } });
    expect(await now()).toEqual(['A', 'A']);
    await office.apply('memberships', file([a, second]), { ...REGISTRY, complete: true });
    expect(await now()).toEqual(['A', 'A']);
    const [third] = await office.importPeople('student', 1, 'registry');
    await office.apply('memberships', file([a, third?.id ?? '']), { ...HR, complete: true });
    expect(await now()).toEqual([undefined, 'A']);
  });

  it('rule 15: follow a move by the higher source while it is stated, and ignore moves by the lower', async () => {
    const { a, b, first, second, now } = await open();
    const september = '2026-09-01';
    await office.apply('memberships', file([a, first, september], [a, second, september]), HR);
    await office.apply('memberships', file([a, second, september]), REGISTRY);
    const today = Temporal.Now.plainDateISO('UTC').toString();
    const moves = file([b, first, today], [b, second, today]);
    const registry = await office.apply('memberships', moves, REGISTRY);
    expect(registry).toMatchObject({ applied: { error: 0 } });
    expect(await now()).toEqual(['B', 'B']);
    const back = await office.apply('memberships', file([a, first, '2026-10-01']), HR);
    expect(back).toMatchObject({ applied: { error: 1 } });
    const complete = await office.apply('memberships', file([b, second, today]), {
      ...REGISTRY,
      complete: true,
    });
    expect(complete.state).toBe('done');
    expect(await now()).toEqual(['A', 'B']);
    await office.undo(complete._id);
    expect(await now()).toEqual(['B', 'B']);
    await office.undo(registry._id);
    expect(await now()).toEqual(['A', 'A']);
  });
});
