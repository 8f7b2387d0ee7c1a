import type { Course, CourseStaff, StatedStudent, UnitStaff } from '@qr-attendance/contracts';
import { call, nextPage } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { csv, newId, type Office, openOffice } from './support/office.ts';
import { importStatedCourse } from './support/stated-course.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice(['auth', 'course', 'attendance']);
});
afterAll(() => office.close());

type CourseOfRegistry = Awaited<ReturnType<typeof importStatedCourse>>;
const list = async ({ ask }: CourseOfRegistry, query = ''): Promise<StatedStudent[]> =>
  (await ask<StatedStudent[]>('GET', `/stated-students${query}`)).body;
const secondsOf = (run: { _id: string }) =>
  new Date(Number.parseInt(run._id.slice(0, 8), 16) * 1_000).toISOString();

describe('the comparison of a roster with its sources (rule 18)', () => {
  it('covers the students of the roster and those of files, by section', async () => {
    const course = await importStatedCourse(office, 3);
    const { ask, users, sections, run } = course;
    const [removed = '', moved = '', untouched = ''] = users;
    const [visitor] = await office.importPeople('student', 1);
    await ask('DELETE', `/students/${removed}`);
    await ask('POST', `/students/${moved}/move`, { sectionId: sections.B });
    await ask('POST', '/students', { lines: [{ person: visitor?.id }], sectionId: sections.B });

    const source = { source: 'files', statedAt: secondsOf(run) };
    const elsewhere = { ...source, changedHere: [{ field: 'section', stated: 'A' }] };
    const rowOf = (id = '', rest: object) =>
      expect.objectContaining({ student: expect.objectContaining({ _id: id }), ...rest });
    const all = await list(course);
    expect(all).toEqual(
      expect.arrayContaining([
        rowOf(untouched, { sectionId: sections.A, onRoster: true, source }),
        rowOf(removed, { sectionId: sections.A, onRoster: false, source }),
        rowOf(moved, { sectionId: sections.B, onRoster: true, source: elsewhere }),
        rowOf(moved, { sectionId: sections.A, onRoster: false, source }),
        rowOf(visitor?.user, { sectionId: sections.B, onRoster: true }),
      ]),
    );
    expect(all).toHaveLength(5);
    const idsOf = (rows: StatedStudent[]) => rows.map(({ student }) => student._id);
    expect(idsOf(await list(course, '?filter=not_stated'))).toEqual([moved, visitor?.user]);
    expect(idsOf(await list(course, '?filter=not_on_roster'))).toEqual([removed, moved]);
    expect(idsOf(await list(course, `?filter=not_stated&sectionId=${sections.A}`))).toEqual([]);
    expect(idsOf(await list(course, `?studentIds=${untouched},${removed}`))).toEqual([removed, untouched]);
    expect((await ask('GET', '/stated-students?studentIds=nobody')).status).toBe(400);
    expect((await ask('GET', '/stated-students?filter=other')).status).toBe(400);
  });

  it('shows the last import that stated a student, even if it changed nothing', async () => {
    const course = await importStatedCourse(office, 2);
    const statedAt = async () => (await list(course)).map(({ source }) => source?.statedAt);
    let again = course.run;
    while (secondsOf(again) === secondsOf(course.run)) again = await office.apply('memberships', course.file);
    expect(again).toMatchObject({ applied: { unchanged: 2 } });
    expect(await statedAt()).toEqual([secondsOf(again), secondsOf(again)]);
    // A later run states another day; its undo leaves the earlier run as the last one.
    const [firstStudent = '', secondStudent = ''] = course.students;
    const days = csv('section,person,ended', [
      [course.a, firstStudent, '2099-01-31'],
      [course.a, secondStudent, ''],
    ]);
    let changed = again;
    while (secondsOf(changed) === secondsOf(again)) changed = await office.apply('memberships', days);
    expect(await statedAt()).toEqual([secondsOf(changed), secondsOf(changed)]);
  });

  it('pages through both rows of a student', async () => {
    const course = await importStatedCourse(office, 2);
    const { ask, users, sections } = course;
    for (const user of users) await ask('POST', `/students/${user}/move`, { sectionId: sections.B });
    const rows: StatedStudent[] = [];
    let path: string | undefined = `/api/courses/${course.id}/stated-students?limit=1`;
    const token = office.tokenOf(course.teacher);
    for (let pages = 0; path !== undefined && pages < 10; pages += 1) {
      const page = await call<StatedStudent[]>(office.services.urls.course, 'GET', path, { token });
      rows.push(...page.body);
      path = nextPage(page.headers);
    }
    expect(rows.map(({ student, sectionId }) => [student._id, sectionId])).toEqual(
      users.flatMap((user) => [
        [user, sections.B],
        [user, sections.A],
      ]),
    );
  });

  it('shows the date of the last import that stated the student, or of the previous import after an undo', async () => {
    const course = await importStatedCourse(office, 1);
    const second = await office.apply('memberships', course.file);
    expect(second).toMatchObject({ applied: { unchanged: 1 } });
    const [row] = await list(course);
    expect(row?.source).toEqual({ source: 'files', statedAt: secondsOf(second) });
    await office.undo(second._id);
    const [undone] = await list(course);
    expect(undone?.source).toEqual({ source: 'files', statedAt: secondsOf(course.run) });
  });

  it('omits students whom a file no longer states or states only for later', async () => {
    const course = await importStatedCourse(office, 2);
    const { a, students } = course;
    const complete = csv('section,person', [[a, students[0] ?? '']]);
    await office.apply('memberships', complete, { complete: true });
    expect((await list(course)).map(({ student }) => student._id)).toEqual([course.users[0]]);
    const [later] = await office.importPeople('student', 1);
    await office.apply('memberships', csv('section,person,began', [[a, later?.id ?? '', '2099-10-01']]));
    expect(await list(course, '?filter=not_on_roster')).toEqual([]);
  });

  it('shows who is missing from the roster only to those who manage it', async () => {
    const course = await importStatedCourse(office, 2);
    const { ask, askAs, users } = course;
    await ask('DELETE', `/students/${users[0]}`);
    const [auditor] = await office.importPeople('staff', 1);
    expect((await askAs(auditor?.user, 'GET', '/stated-students')).status).toBe(404);
    const role = [auditor?.id ?? '', 'auditor', 'course', course.course];
    await office.apply('staff', csv('person,role,scope,scopeId', [role]));
    const seen = await askAs<StatedStudent[]>(auditor?.user, 'GET', '/stated-students');
    expect(seen.body.map(({ student }) => student._id)).toEqual([users[1]]);
    expect((await askAs(auditor?.user, 'GET', '/stated-students?filter=not_on_roster')).status).toBe(403);
    expect(await list(course)).toHaveLength(2);
    expect((await course.askAsStudent('/stated-students')).status).toBe(403);
  });
});

describe('the source of a course and its staff (rule 18)', () => {
  it('is shown to staff with local changes, but not to students', async () => {
    const course = await importStatedCourse(office, 1);
    const { ask, colleague } = course;
    const { body: before } = await ask<Course>('GET', '');
    expect(before.source).toEqual({ source: 'files', statedAt: expect.any(String) });
    expect(before.sections.map(({ source }) => source?.source)).toEqual(['files', 'files']);
    const { name: _name, code, semester, version } = before;
    const edited = await ask('PUT', '', { name: 'Waves', code, section: 'A', semester, version });
    expect(edited.status).toBe(200);
    const { body: after } = await ask<Course>('GET', '');
    expect(after.source?.changedHere).toEqual([{ field: 'name', stated: 'Optics' }]);
    const { body: seen } = await course.askAsStudent<Course>('');
    expect(seen).not.toHaveProperty('source');
    expect(seen.sections[0]).not.toHaveProperty('source');

    const { body: staff } = await ask<CourseStaff>('GET', '/staff');
    expect(staff.staff.map(({ role, source }) => [role, source?.source])).toEqual([
      ['owner', 'files'],
      ['co-teacher', 'files'],
    ]);
    const changed = await ask<CourseStaff>('PUT', `/staff/${colleague}`, { role: 'auditor' });
    expect(changed.body.staff[1]?.source?.changedHere).toEqual([{ field: 'role', stated: 'co-teacher' }]);
  });

  it('is shown for the staff of units', async () => {
    const unit = newId();
    const [person] = await office.importPeople('staff', 1);
    await office.apply('units', csv('id,kind,name', [[unit, 'faculty', unit]]));
    const line = [person?.id ?? '', 'auditor', 'unit', unit];
    await office.apply('staff', csv('person,role,scope,scopeId', [line]));
    const { body } = await office.ask<UnitStaff[]>('GET', '/api/units/staff?limit=500');
    expect(body.find(({ user }) => user._id === person?.user)?.source?.source).toBe('files');
  });
});
