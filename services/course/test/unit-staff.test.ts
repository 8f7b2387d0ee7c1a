import { randomUUID } from 'node:crypto';
import type {
  Course,
  DayOverview,
  Session,
  Unit,
  UnitCourse,
  UnitSession,
  UnitStaff,
} from '@qr-attendance/contracts';
import { createTestAdmin, eventually, nextPage } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openCampus, PASSWORD, type Campus, type Member } from './support/campus.ts';

let campus: Campus;
let admin: Member;
let institution: Unit;
beforeAll(async () => {
  campus = await openCampus();
  const email = `${randomUUID()}@campus.example`;
  const token = await createTestAdmin(campus.services, { name: 'Adam Admin', email });
  await campus.ask(undefined, 'POST', '/api/auth/reset-password', { token, password: PASSWORD });
  const { body } = await campus.ask<{ token: string; user: { _id: string } }>(
    undefined,
    'POST',
    '/api/auth/login',
    { email, password: PASSWORD },
  );
  admin = { id: body.user._id, token: body.token };
  institution = await createUnit('institution');
});
afterAll(() => campus.close());

type Answer = UnitStaff[] & { code?: string };
const createUnit = async (kind: string, parentId?: string): Promise<Unit> => {
  const unit = { kind, name: `${kind} ${randomUUID().slice(0, 8)}`, parentId };
  return (await campus.ask<Unit>(admin, 'POST', '/api/units', unit)).body;
};
const add = (by: Member, unit: Unit, person: string, terms: object = { role: 'program-administrator' }) =>
  campus.ask<Answer>(by, 'POST', `/api/units/${unit._id}/staff`, { person, ...terms });
const statusOf = async (person: Member, method: string, path: string, body?: unknown) =>
  (await campus.ask(person, method, path, body)).status;

/**
 * A faculty with a department, a teacher in it who has a course with a class, and somebody with a role in the
 * faculty.
 */
const facultyWith = async (terms?: object) => {
  const faculty = await createUnit('faculty', institution._id);
  const department = await createUnit('department', faculty._id);
  const teacher = await campus.teacher();
  const course = { name: 'Optics', code: randomUUID().slice(0, 8), semester: 3, unitId: department._id };
  const { _id: courseId } = (await campus.ask<Course>(teacher, 'POST', '/api/courses', course)).body;
  const session = (await campus.open(teacher, courseId)).body;
  const person = await campus.colleague();
  if (terms) expect((await add(admin, faculty, person.email, terms)).status).toBe(200);
  return { faculty, department, teacher, courseId, session, person, code: course.code };
};
type Faculty = Awaited<ReturnType<typeof facultyWith>>;

const readings = ({ courseId, session }: Faculty) => [
  `/api/courses/${courseId}`,
  `/api/sessions/${session._id}`,
  `/api/attendance/roster?sessionId=${session._id}`,
  `/api/analytics/courses/${courseId}/grid`,
];
const readAll = async (person: Member, faculty: Faculty): Promise<number[]> =>
  Promise.all(readings(faculty).map((path) => statusOf(person, 'GET', path)));
const newSession = (courseId: string) => ({
  courseId,
  date: '2031-10-06',
  startTime: '2031-10-06T09:00:00.000Z',
});

describe('the staff of a unit', () => {
  it('includes a person once, added by address or employee number, and is listed with the path of the unit', async () => {
    const { faculty } = await facultyWith();
    const person = await campus.colleague('Paula Program');
    const terms = { role: 'program-administrator', from: '2026-09-01', until: '2100-02-28' };
    const { body } = await add(admin, faculty, ` ${person.employeeId} `, terms);
    expect(body).toEqual([
      {
        unit: { _id: faculty._id, name: faculty.name, path: [institution.name] },
        user: { _id: person.id, name: 'Paula Program' },
        ...terms,
      },
    ]);
    expect((await add(admin, faculty, person.email, terms)).body).toEqual(body);
    expect(await add(admin, faculty, person.email, { role: 'auditor' })).toMatchObject({
      status: 409,
      body: { code: 'has_unit_role' },
    });
    const path = `/api/units/${faculty._id}/staff/${person.id}`;
    expect((await campus.ask<Answer>(admin, 'PUT', path, { role: 'auditor' })).body).toMatchObject([
      { role: 'auditor' },
    ]);
    expect(await statusOf(admin, 'DELETE', path)).toBe(204);
    expect(await statusOf(admin, 'DELETE', path)).toBe(204);
    expect(await statusOf(person, 'GET', `/api/units/own-roles`)).toBe(200);
  });

  it('has institution administrators only at the top, who assign roles below', async () => {
    const { faculty, person } = await facultyWith();
    const role = 'institution-administrator';
    expect(await add(admin, faculty, person.email, { role })).toMatchObject({
      status: 400,
      body: { code: 'unit_role' },
    });
    expect((await add(admin, institution, person.email, { role })).status).toBe(200);
    const auditor = await campus.colleague();
    expect((await add(person, faculty, auditor.email, { role: 'auditor' })).status).toBe(200);
    expect(await statusOf(person, 'DELETE', `/api/units/${institution._id}/staff/${person.id}`)).toBe(204);
    expect((await add(person, faculty, auditor.email, { role: 'auditor' })).status).toBe(404);
  });

  it('cannot include students, and rejects unknown units and roles, invalid dates and unauthorized callers', async () => {
    const { faculty } = await facultyWith();
    const student = await campus.student();
    expect(await add(admin, faculty, student.email)).toMatchObject({ body: { code: 'no_such_teacher' } });
    expect((await add(admin, { ...faculty, _id: 'f'.repeat(24) }, student.email)).status).toBe(404);
    expect((await add(admin, faculty, student.email, { role: 'owner' })).status).toBe(400);
    const backwards = { role: 'auditor', from: '2026-09-14', until: '2026-09-13' };
    expect((await add(admin, faculty, student.email, backwards)).status).toBe(400);
    expect((await add(student, faculty, student.email)).status).toBe(403);
  });

  it('does not include an erased person', async () => {
    const { faculty, person } = await facultyWith({ role: 'auditor' });
    expect(await statusOf(person, 'POST', '/api/auth/erase-me', { password: PASSWORD })).toBe(204);
    await eventually(async () => {
      const { body } = await campus.ask<UnitStaff[]>(admin, 'GET', '/api/units/staff?limit=500');
      expect(body.filter(({ unit }) => unit._id === faculty._id)).toEqual([]);
    });
  });
});

describe('a program administrator', () => {
  it('may read and organize the courses of the faculty and all units below, but cannot mark', async () => {
    const faculty = await facultyWith({ role: 'program-administrator' });
    const { person, courseId, session } = faculty;
    expect(await readAll(person, faculty)).toEqual([200, 200, 200, 200]);
    const { body: course } = await campus.ask<Course>(person, 'GET', `/api/courses/${courseId}`);
    expect(course.role).toBe('program-administrator');
    const colleague = await campus.colleague();
    const staff = { person: colleague.email, role: 'co-teacher' };
    expect(await statusOf(person, 'POST', `/api/courses/${courseId}/staff`, staff)).toBe(200);
    expect(await statusOf(person, 'POST', '/api/sessions', newSession(courseId))).toBe(201);
    const { body: sessions } = await campus.ask<Session[]>(
      person,
      'GET',
      `/api/sessions?courseId=${courseId}`,
    );
    expect(sessions.map(({ role }) => role)).toEqual(['program-administrator', 'program-administrator']);
    expect(sessions.map(({ qrCode }) => qrCode)).toEqual([undefined, undefined]);
    const student = await campus.student();
    const mark = { sessionId: session._id, students: [{ studentId: student.id }], status: 'PRESENT' };
    expect(await statusOf(person, 'POST', '/api/attendance/statuses', mark)).toBe(403);
    expect(await statusOf(person, 'POST', `/api/sessions/${session._id}/refresh`)).toBe(403);
  });

  it('sees nothing of another faculty', async () => {
    const [own, other] = [
      await facultyWith({ role: 'program-administrator' }),
      await facultyWith({ role: 'program-administrator' }),
    ];
    expect(await readAll(own.person, other)).toEqual([404, 404, 404, 404]);
    expect(await statusOf(own.person, 'POST', '/api/sessions', newSession(other.courseId))).toBe(404);
    expect((await add(own.person, other.faculty, own.person.email)).status).toBe(404);
    expect((await add(own.person, own.faculty, other.person.email)).status).toBe(403);
    const list = async <Row>(path: string) => (await campus.ask<Row[]>(own.person, 'GET', path)).body;
    const courses = await list<UnitCourse>('/api/units/courses?limit=500');
    expect(courses).toMatchObject([{ _id: own.courseId, role: 'program-administrator' }]);
    expect(await list(`/api/units/courses?unitId=${other.faculty._id}`)).toEqual([]);
    expect(await list<UnitStaff>('/api/units/staff')).toMatchObject([{ user: { _id: own.person.id } }]);
    expect(await list('/api/units/own-roles')).toEqual([
      { unit: { _id: own.faculty._id, name: own.faculty.name }, role: 'program-administrator' },
    ]);
    // The courses of a unit are not courses that its administrator teaches.
    expect(await list('/api/courses')).toEqual([]);
    expect(await list('/api/sessions')).toEqual([]);
  });

  it('has no rights before the first day, after the last day, or once removed', async () => {
    for (const days of [{ until: '2026-01-16' }, { from: '2100-01-01' }]) {
      const faculty = await facultyWith({ role: 'program-administrator', ...days });
      expect(await readAll(faculty.person, faculty)).toEqual([404, 404, 404, 404]);
      expect((await campus.ask(faculty.person, 'GET', '/api/units/own-roles')).body).toEqual([]);
    }
    const faculty = await facultyWith({ role: 'program-administrator' });
    const { person, faculty: unit } = faculty;
    expect(await readAll(person, faculty)).toEqual([200, 200, 200, 200]);
    expect(await statusOf(person, 'DELETE', `/api/units/${unit._id}/staff/${person.id}`)).toBe(204);
    await eventually(async () => expect(await readAll(person, faculty)).toEqual([404, 404, 404, 404]));
  });

  it('gains rights in a unit that moves below their unit', async () => {
    const faculty = await facultyWith({ role: 'program-administrator' });
    const other = await facultyWith();
    const { department } = other;
    const moved = { name: department.name, parentId: faculty.faculty._id, version: department.version };
    expect(await statusOf(admin, 'PUT', `/api/units/${department._id}`, moved)).toBe(200);
    await eventually(async () => expect(await readAll(faculty.person, other)).toEqual([200, 200, 200, 200]));
  });
});

describe('an auditor of a unit', () => {
  it('can read its courses but change nothing', async () => {
    const faculty = await facultyWith({ role: 'auditor' });
    const { person, courseId, session, teacher } = faculty;
    expect(await readAll(person, faculty)).toEqual([200, 200, 200, 200]);
    const writes: [string, string, object?][] = [
      ['POST', '/api/sessions', newSession(courseId)],
      ['POST', `/api/sessions/${session._id}/cancel`],
      ['POST', `/api/courses/${courseId}/archive`],
      ['DELETE', `/api/courses/${courseId}`],
      ['DELETE', `/api/courses/${courseId}/staff/${teacher.id}`],
    ];
    for (const [method, path, body] of writes) expect(await statusOf(person, method, path, body)).toBe(403);
    expect((await add(person, faculty.faculty, teacher.email)).status).toBe(403);
  });
});

describe('the courses of units', () => {
  it('are searched, filtered and paged, and administrators see the whole institution', async () => {
    const first = await facultyWith({ role: 'program-administrator' });
    const more = { name: 'Waves', code: 'zzz', semester: 1, unitId: first.faculty._id };
    await campus.ask(first.teacher, 'POST', '/api/courses', more);
    const page = await campus.ask<UnitCourse[]>(first.person, 'GET', '/api/units/courses?limit=1');
    expect(page.body.map(({ code }) => code)).toEqual([first.code]);
    const next = nextPage(page.headers) ?? '';
    expect((await campus.ask<UnitCourse[]>(first.person, 'GET', next)).body).toMatchObject([{ code: 'zzz' }]);
    const of = async (person: Member, query: string) =>
      (await campus.ask<UnitCourse[]>(person, 'GET', `/api/units/courses?${query}`)).body.map(
        ({ code }) => code,
      );
    expect(await of(first.person, 'search=waves')).toEqual(['zzz']);
    expect(await of(first.person, `unitId=${first.department._id}`)).toEqual([first.code]);
    expect(await of(admin, `search=${first.code}`)).toEqual([first.code]);
    const stranger = await campus.teacher();
    expect(await of(stranger, 'limit=500')).toEqual([]);
  });
});

describe('the overview of today’s classes', () => {
  it('counts them by state and unit, within the user’s units', async () => {
    const own = await facultyWith({ role: 'auditor' });
    const other = await facultyWith();
    const overviewOf = async (person: Member) =>
      (await campus.ask<DayOverview>(person, 'GET', '/api/sessions/day-overview')).body;
    const { department, teacher, session } = own;
    await eventually(async () => {
      const { units, ...counts } = await overviewOf(own.person);
      expect(counts).toMatchObject({ running: 1, scheduled: 0, held: 0, unconfirmed: 0, canceled: 0 });
      expect(units).toMatchObject([{ _id: department._id, name: department.name, running: 1 }]);
    });
    await campus.ask(teacher, 'PATCH', `/api/sessions/${session._id}`, { active: false });
    expect(await overviewOf(own.person)).toMatchObject({ running: 0, held: 1 });
    await campus.ask(teacher, 'POST', `/api/sessions/${session._id}/cancel`);
    expect(await overviewOf(own.person)).toMatchObject({ held: 0, canceled: 1 });
    const shown = (await overviewOf(admin)).units.map(({ _id }) => _id);
    expect(shown).toEqual(expect.arrayContaining([department._id, other.department._id]));
    expect(await overviewOf(await campus.teacher())).toMatchObject({ running: 0, canceled: 0, units: [] });
  });

  it('lists them by time, state and unit, within the user’s units', async () => {
    const own = await facultyWith({ role: 'program-administrator' });
    const { department, faculty, teacher, person, courseId, session } = own;
    const other = await facultyWith();
    const listOf = async (by: Member, query = '') =>
      (await campus.ask<UnitSession[]>(by, 'GET', `/api/sessions/of-units${query}`)).body;
    await eventually(async () =>
      expect(await listOf(person)).toMatchObject([
        {
          _id: session._id,
          state: 'running',
          unit: { _id: department._id, name: department.name },
          role: 'program-administrator',
        },
      ]),
    );
    const idsOf = async (by: Member, query = '') => (await listOf(by, query)).map(({ _id }) => _id);
    expect(await idsOf(person, `?unitId=${faculty._id}&state=running`)).toEqual([session._id]);
    expect(await idsOf(person, '?state=canceled')).toEqual([]);
    expect(await idsOf(person, '?day=2026-01-05')).toEqual([]);
    expect(await idsOf(person, `?unitId=${other.faculty._id}`)).toEqual([]);
    expect(await idsOf(teacher)).toEqual([]);
    expect(await idsOf(admin, `?unitId=${other.faculty._id}`)).toEqual([other.session._id]);
    const startTime = new Date().toISOString();
    const second = await campus.ask<Session>(teacher, 'POST', '/api/sessions', {
      courseId,
      date: startTime.slice(0, 10),
      startTime,
    });
    const first = await campus.ask<UnitSession[]>(person, 'GET', '/api/sessions/of-units?limit=1');
    expect(first.body.map(({ _id }) => _id)).toEqual([session._id]);
    const next = await campus.ask<UnitSession[]>(person, 'GET', nextPage(first.headers) ?? '');
    expect(next.body.map(({ _id }) => _id)).toEqual([second.body._id]);
    expect(nextPage(next.headers)).toBeUndefined();
    expect(await statusOf(person, 'GET', '/api/sessions/of-units?day=today')).toBe(400);
    expect(await statusOf(await campus.student(), 'GET', '/api/sessions/of-units')).toBe(403);
  });

  it('shows missing registers to staff of the unit until the class is confirmed or canceled', async () => {
    const { person, faculty, teacher, courseId } = await facultyWith({ role: 'program-administrator' });
    const startTime = new Date(Date.now() - 3_600_000).toISOString();
    const endTime = new Date(Date.now() - 60_000).toISOString();
    const { body: forgotten } = await campus.ask<Session>(teacher, 'POST', '/api/sessions', {
      courseId,
      date: startTime.slice(0, 10),
      startTime,
      endTime,
    });
    const idsOf = async (by: Member, query = '') =>
      (await campus.ask<UnitSession[]>(by, 'GET', `/api/sessions/registers-not-taken${query}`)).body.map(
        ({ _id }) => _id,
      );
    await eventually(async () => expect(await idsOf(person)).toEqual([forgotten._id]));
    expect(await idsOf(admin, `?unitId=${faculty._id}`)).toEqual([forgotten._id]);
    const stranger = await facultyWith({ role: 'program-administrator' });
    expect(await idsOf(stranger.person)).toEqual([]);
    expect(await idsOf(stranger.person, `?unitId=${faculty._id}`)).toEqual([]);
    expect(await statusOf(stranger.person, 'POST', `/api/sessions/${forgotten._id}/cancel`)).toBe(404);
    for (let times = 0; times < 2; times += 1)
      expect(await statusOf(person, 'POST', `/api/sessions/${forgotten._id}/cancel`)).toBe(200);
    expect(await idsOf(person)).toEqual([]);
    expect(await statusOf(teacher, 'POST', `/api/sessions/${forgotten._id}/reopen`)).toBe(200);
    expect(await idsOf(person)).toEqual([forgotten._id]);
    expect(await statusOf(teacher, 'POST', `/api/sessions/${forgotten._id}/confirm`)).toBe(200);
    expect(await idsOf(person)).toEqual([]);
  });
});
