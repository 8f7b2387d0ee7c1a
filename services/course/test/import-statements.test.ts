import { eventually } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { csv, newId, type Office, openOffice, SECTIONS } from './support/office.ts';

let office: Office;
let database: Office['database'];
beforeAll(async () => {
  office = await openOffice(['auth', 'course', 'attendance']);
  ({ database } = office);
});
afterAll(() => office.close());

const MEMBERS = 'section,person,began,ended';

const importCourse = async (count: number) => {
  const [course, a, b] = [newId(), newId(), newId()];
  const people = await office.importPeople('student', count);
  const [teacher] = await office.importPeople('staff', 1);
  const lines = [
    [a, 'A', course, course, 'Optics', 3],
    [b, 'B', course, course, 'Optics', 3],
  ];
  await office.apply('sections', csv(SECTIONS, lines));
  const owner = [teacher?.id ?? '', 'owner', 'course', course];
  await office.apply('staff', csv('person,role,scope,scopeId', [owner]));
  const stored = await office.storedCourse(course);
  const sectionIds = Object.fromEntries(stored?.sections.map(({ id, name }) => [name, id]) ?? []);
  const [students, users] = [people.map(({ id }) => id), people.map(({ user }) => user)];
  const ask = (method: string, path: string, body?: object) =>
    office.askAs(teacher?.user ?? '', course, method, path, body);
  const sectionsNow = async () => {
    const enrollments = await database
      .collection<{ studentId: string; sectionId: string; active: boolean; version: number }>('enrollments')
      .find({ courseId: stored?._id } as object)
      .toArray();
    const nameOf = (id: string) => Object.entries(sectionIds).find(([, other]) => other === id)?.[0];
    return users.map((user) => {
      const found = enrollments.find(({ studentId }) => studentId === user);
      return found?.active ? nameOf(found.sectionId) : undefined;
    });
  };
  const versions = async () =>
    (
      await database
        .collection('enrollments')
        .find({ courseId: stored?._id } as object)
        .toArray()
    ).map(({ studentId, version }) => [studentId, version] as [string, number]);
  return {
    a,
    b,
    students,
    users,
    sectionsNow,
    versions,
    remove: (user = '') => ask('DELETE', `/students/${user}`),
    move: (user: string | undefined, section: 'A' | 'B') =>
      ask('POST', `/students/${user ?? ''}/move`, { sectionId: sectionIds[section] }),
  };
};

describe('a file of memberships is a statement', () => {
  it('rules 1 and 2: importing it again writes nothing, even after a teacher removed or moved students', async () => {
    const { a, students, users, sectionsNow, versions, remove, move } = await importCourse(3);
    const file = csv(
      'section,person',
      students.map((id) => [a, id]),
    );
    expect(await office.apply('memberships', file)).toMatchObject({ applied: { added: 3 } });
    expect((await remove(users[0])).status).toBeLessThan(300);
    expect((await move(users[1], 'B')).status).toBeLessThan(300);
    const before = await versions();
    expect(await office.apply('memberships', file)).toMatchObject({
      applied: { unchanged: 3, added: 0, changed: 0 },
    });
    expect(await sectionsNow()).toEqual([undefined, 'B', 'A']);
    expect(await versions()).toEqual(before);
  });

  it('rule 1: a withdrawn student returns when stated again, unlike one whom a teacher removed', async () => {
    const { a, students, users, sectionsNow, remove } = await importCourse(2);
    const all = csv(
      'section,person',
      students.map((id) => [a, id]),
    );
    await office.apply('memberships', all, { complete: true });
    await remove(users[0]);
    const run = await office.apply('memberships', csv('section,person', [[a, students[0] ?? '']]), {
      complete: true,
    });
    expect(run).toMatchObject({ applied: { unchanged: 1, ended: 1 } });
    expect(await sectionsNow()).toEqual([undefined, undefined]);
    expect(await office.apply('memberships', all)).toMatchObject({ applied: { unchanged: 1 } });
    expect(await sectionsNow()).toEqual([undefined, 'A']);
  });

  it('rule 6: undoing an older import removes only what no newer import states', async () => {
    const { a, students, sectionsNow } = await importCourse(2);
    const [one = '', two = ''] = students;
    const first = await office.apply(
      'memberships',
      csv('section,person', [
        [a, one],
        [a, two],
      ]),
    );
    const second = await office.apply('memberships', csv('section,person', [[a, one]]));
    expect(second).toMatchObject({ applied: { unchanged: 1 } });
    await office.undo(first._id);
    expect(await sectionsNow()).toEqual(['A', undefined]);
    await office.undo(second._id);
    expect(await sectionsNow()).toEqual([undefined, undefined]);
  });

  it('rule 7: undoing a move restores the former period without a gap, and undoing a withdrawal reinstates it', async () => {
    const { a, b, students, sectionsNow } = await importCourse(2);
    const [moves = '', leaves = ''] = students;
    await office.apply(
      'memberships',
      csv(MEMBERS, [
        [a, moves, '2026-09-28', ''],
        [a, leaves, '2026-09-28', ''],
      ]),
    );
    const run = await office.preview('memberships', csv(MEMBERS, [[b, moves, '2026-10-20', '']]), {
      complete: true,
    });
    await office.act(run._id, 'confirm', { changes: run.changesToConfirm });
    await office.settle(run._id);
    expect(await sectionsNow()).toEqual(['B', undefined]);
    await office.undo(run._id);
    expect(await sectionsNow()).toEqual(['A', 'A']);
    const again = csv(MEMBERS, [
      [a, moves, '2026-09-28', ''],
      [a, leaves, '2026-09-28', ''],
    ]);
    expect(await office.apply('memberships', again)).toMatchObject({ applied: { unchanged: 2 } });
  });

  it('rule 6: an undone move stays while a later import states its target section', async () => {
    const { a, b, students, sectionsNow } = await importCourse(1);
    const fileOf = (section: string) => csv(MEMBERS, [[section, students[0] ?? '', '', '']]);
    await office.apply('memberships', fileOf(a));
    const moved = await office.apply('memberships', fileOf(b));
    const again = await office.apply('memberships', fileOf(b));
    await office.undo(moved._id);
    expect(await sectionsNow()).toEqual(['B']);
    await office.undo(again._id);
    expect(await sectionsNow()).toEqual(['A']);
  });

  it('rule 16: a complete file ends only memberships that files stated', async () => {
    const { a, students, users, sectionsNow, move } = await importCourse(2);
    await office.apply(
      'memberships',
      csv(
        'section,person',
        students.map((id) => [a, id]),
      ),
      { complete: true },
    );
    await move(users[1], 'B');
    const run = await office.preview('memberships', csv('section,person', [[a, students[0] ?? '']]), {
      complete: true,
    });
    await office.act(run._id, 'confirm', { changes: run.changesToConfirm });
    await office.settle(run._id);
    expect(await sectionsNow()).toEqual(['A', 'B']);
  });

  it('rule 13: a kept record has what files stated about the merged record until the merge is undone', async () => {
    const { a, students, users, sectionsNow } = await importCourse(3);
    const [merged = '', kept = ''] = users;
    const fileOf = (...some: (string | undefined)[]) =>
      csv(
        'section,person',
        some.map((id) => [a, id ?? '']),
      );
    await office.apply('memberships', fileOf(students[0], students[2]));
    const merge = (mergedInto: string | null, version: number) =>
      office.publishUser(merged, 'STUDENT', { mergedInto, suspended: mergedInto !== null, version });
    await merge(kept, 100);
    await eventually(async () => expect(await sectionsNow()).toEqual([undefined, 'A', 'A']));
    await merge(null, 101);
    await eventually(async () => expect(await sectionsNow()).toEqual(['A', undefined, 'A']));
    expect(await office.apply('memberships', fileOf(students[0], students[2]))).toMatchObject({
      applied: { unchanged: 2, added: 0 },
    });
    await merge(kept, 102);
    await eventually(async () => expect(await sectionsNow()).toEqual([undefined, 'A', 'A']));
    expect(await office.apply('memberships', fileOf(students[2]), { complete: true })).toMatchObject({
      applied: { unchanged: 1, ended: 1 },
    });
    expect(await sectionsNow()).toEqual([undefined, undefined, 'A']);
  });

  it('rule 11: erasing a student removes what files stated about their memberships', async () => {
    const { a, students, users } = await importCourse(1);
    await office.apply('memberships', csv('section,person', [[a, students[0] ?? '']]));
    const stated = () =>
      database
        .collection('enrollments')
        .countDocuments({ studentId: users[0], statements: { $exists: true } });
    expect(await stated()).toBe(1);
    await office.publishUser(users[0] ?? '', 'STUDENT', { erased: true, suspended: true });
    await eventually(async () => expect(await stated()).toBe(0));
  });
});
