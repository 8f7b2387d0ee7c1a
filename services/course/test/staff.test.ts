import type { Course, CourseStaff } from '@qr-attendance/contracts';
import { eventually } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openCampus, type Campus, type Member } from './support/campus.ts';

let campus: Campus;
beforeAll(async () => {
  campus = await openCampus();
});
afterAll(() => campus.close());

type Answer = CourseStaff & { code?: string; error?: string };
const staffOf = (courseId: string) => `/api/courses/${courseId}/staff`;
const add = (by: Member, courseId: string, person: string, more: object = { role: 'co-teacher' }) =>
  campus.ask<Answer>(by, 'POST', staffOf(courseId), { person, ...more });
const handOver = (by: Member, courseId: string, { id }: Member) =>
  campus.ask<Answer>(by, 'POST', `${staffOf(courseId)}/${id}/hand-over`);
const statusOf = async (person: Member, method: string, path: string, body?: unknown) =>
  (await campus.ask(person, method, path, body)).status;

const teamOfTwo = async (more?: object) => {
  const [owner, colleague] = [await campus.teacher(), await campus.colleague()];
  const { _id: courseId } = await campus.course(owner);
  expect((await add(owner, courseId, colleague.email, more)).status).toBe(200);
  return { owner, colleague, courseId };
};

describe('the staff of a course', () => {
  it('lists its owner, and people whom the owner added by address or employee number', async () => {
    const { owner, colleague, courseId } = await teamOfTwo();
    const assistant = await campus.colleague('Alan Assistant');
    const { body } = await add(owner, courseId, ` ${assistant.employeeId} `, { role: 'assistant' });
    expect(body.staff).toEqual([
      { user: { _id: owner.id, name: 'Tess Teacher' }, role: 'owner' },
      { user: { _id: colleague.id, name: 'Cora Colleague' }, role: 'co-teacher' },
      { user: { _id: assistant.id, name: 'Alan Assistant' }, role: 'assistant' },
    ]);
    expect(body.changes).toMatchObject([
      { change: 'added', by: { _id: owner.id }, user: { _id: assistant.id }, role: 'assistant' },
      { change: 'added', by: { _id: owner.id }, user: { _id: colleague.id }, role: 'co-teacher' },
    ]);
    expect((await campus.ask<Answer>(colleague, 'GET', staffOf(courseId))).body).toEqual(body);
    expect((await campus.ask<object[]>(colleague, 'GET', '/api/courses')).body).toMatchObject([
      { _id: courseId, role: 'co-teacher', teacher: { _id: owner.id, user: { name: 'Tess Teacher' } } },
    ]);
  });

  it('cannot include students, unverified teachers or unknown people, with the same response for all, and only a few attempts', async () => {
    const owner = await campus.teacher();
    const { _id } = await campus.course(owner);
    const [student, unverified] = [await campus.student(), await campus.teacher()];
    const answers = [];
    for (const person of [student.email, unverified.email, 'E1', 'nobody@campus.example'])
      answers.push(await add(owner, _id, person));
    for (const { status, body } of answers)
      expect({ status, code: body.code, error: body.error }).toEqual({
        status: 404,
        code: 'no_such_teacher',
        error: expect.stringContaining('No teacher has verified'),
      });
    const rest = [];
    for (let n = 0; n < 8; n += 1) rest.push((await add(owner, _id, `nobody${n}@campus.example`)).status);
    expect(rest.at(-1)).toBe(429);
    // The limit of one person does not affect others.
    expect((await teamOfTwo()).courseId).toBeTruthy();
  });

  it('includes a person once, even if the request is repeated', async () => {
    const { owner, colleague, courseId } = await teamOfTwo();
    const again = await add(owner, courseId, colleague.email);
    expect(again.body.staff).toHaveLength(2);
    expect(again.body.changes).toHaveLength(1);
    expect(await add(owner, courseId, colleague.email, { role: 'auditor' })).toMatchObject({
      status: 409,
      body: { code: 'on_staff' },
    });
  });

  it('has only assistants who are limited to sections of the course', async () => {
    const { owner, courseId } = await teamOfTwo();
    const assistant = await campus.colleague('Alan Assistant');
    const inSections = (role: string, ...sectionIds: string[]) =>
      add(owner, courseId, assistant.email, { role, sectionIds });
    expect((await inSections('assistant', 'a'.repeat(24))).status).toBe(404);
    expect((await inSections('co-teacher', courseId)).status).toBe(400);
    expect((await inSections('assistant')).status).toBe(400);
    const { body } = await inSections('assistant', courseId, courseId);
    expect(body.staff.at(-1)).toMatchObject({ role: 'assistant', sectionIds: [courseId] });
    const path = `${staffOf(courseId)}/${assistant.id}`;
    const changed = await campus.ask<Answer>(owner, 'PUT', path, { role: 'assistant' });
    expect(changed.body.staff.at(-1)).not.toHaveProperty('sectionIds');
  });

  it('shows an assistant of a section nothing about other sections (mod_attendance #653)', async () => {
    const { owner, courseId } = await teamOfTwo();
    const assistant = await campus.colleague('Alan Assistant');
    const sections = (
      await campus.ask<Course>(owner, 'POST', `/api/courses/${courseId}/sections`, { name: 'B' })
    ).body.sections;
    const [first, second] = [await campus.student(), await campus.student('Otto Other')];
    const [, other = { _id: '' }] = sections;
    await campus.ask(first, 'POST', `/api/courses/${courseId}/enroll`);
    await campus.ask(second, 'POST', `/api/courses/${courseId}/enroll`, { sectionId: other._id });
    await add(owner, courseId, assistant.email, { role: 'assistant', sectionIds: [other._id] });
    const { body } = await campus.ask<Course[]>(assistant, 'GET', '/api/courses');
    expect(body).toMatchObject([{ studentCount: 1, students: [second.id], role: 'assistant' }]);
    expect(body[0]?.sections).toEqual([{ _id: other._id, name: 'B', studentCount: 1 }]);
    expect(JSON.stringify(body)).not.toContain(first.id);
    const alone = await campus.ask<Course>(assistant, 'GET', `/api/courses/${courseId}`);
    expect(alone.body).toEqual(body[0]);
    expect((await campus.ask<Course>(owner, 'GET', `/api/courses/${courseId}`)).body.studentCount).toBe(2);
  });

  it('requires both dates for a substitute, in order', async () => {
    const { owner, colleague, courseId } = await teamOfTwo();
    const path = `${staffOf(courseId)}/${colleague.id}`;
    const change = (body: object) => campus.ask<Answer>(owner, 'PUT', path, body);
    expect((await change({ role: 'substitute', from: '2026-09-14' })).status).toBe(400);
    expect((await change({ role: 'substitute', from: '2026-09-14', until: '2026-09-13' })).status).toBe(400);
    const days = { role: 'substitute', from: '2026-09-14', until: '2026-09-18' };
    const { body } = await change(days);
    expect(body.staff[1]).toEqual({ user: { _id: colleague.id, name: 'Cora Colleague' }, ...days });
    expect(body.changes[0]).toMatchObject({ change: 'changed', ...days });
  });
});

describe('a substitute', () => {
  it('sees the course only on the given days, in every service', async () => {
    const { owner, colleague, courseId } = await teamOfTwo();
    const { body: session } = await campus.open(owner, courseId);
    const path = `${staffOf(courseId)}/${colleague.id}`;
    const seen = async () => ({
      course: await statusOf(colleague, 'GET', `/api/courses/${courseId}`),
      courses: (await campus.ask<[]>(colleague, 'GET', '/api/courses')).body.length,
      session: await statusOf(colleague, 'GET', `/api/sessions/${session._id}`),
      sessions: (await campus.ask<[]>(colleague, 'GET', '/api/sessions')).body.length,
      roster: await statusOf(colleague, 'GET', `/api/attendance/roster?sessionId=${session._id}`),
    });
    const all = { course: 200, courses: 1, session: 200, sessions: 1, roster: 200 };
    await eventually(async () => expect(await seen()).toEqual(all));
    const past = { role: 'substitute', from: '2026-01-12', until: '2026-01-16' };
    expect(await statusOf(owner, 'PUT', path, past)).toBe(200);
    const nothing = { course: 404, courses: 0, session: 404, sessions: 0, roster: 404 };
    await eventually(async () => expect(await seen()).toEqual(nothing));
    const now = { role: 'substitute', from: '2026-01-12', until: '2100-01-01' };
    expect(await statusOf(owner, 'PUT', path, now)).toBe(200);
    // A new role is accepted even before its event arrives.
    expect(await seen()).toMatchObject({ course: 200, session: 200, roster: 200 });
    await eventually(async () => expect(await seen()).toEqual(all));
  });
});

describe('a co-teacher', () => {
  it('holds a class whose marks both teachers see, also in lists, counts and exports', async () => {
    const { owner, colleague, courseId } = await teamOfTwo();
    const student = await campus.student();
    await campus.ask(student, 'POST', `/api/courses/${courseId}/enroll`);
    const { body: session } = await campus.open(colleague, courseId);
    expect((await campus.mark(student, await campus.scan(student, session))).status).toBe(201);
    for (const teacher of [owner, colleague])
      await eventually(async () => {
        const query = `?sessionId=${session._id}`;
        const list = await campus.ask<object[]>(teacher, 'GET', `/api/attendance${query}`);
        expect(list.body).toMatchObject([{ student: { _id: student.id }, status: 'PRESENT' }]);
        expect((await campus.ask<object[]>(teacher, 'GET', '/api/attendance')).body).toHaveLength(1);
        const totals = await campus.ask(teacher, 'GET', '/api/attendance/totals');
        expect(totals.body).toMatchObject({ present: 1 });
        const summary = await campus.ask(teacher, 'GET', '/api/analytics/summary');
        expect(summary.body).toMatchObject({ totalCourses: 1, totalStudents: 1, activeSessions: 1 });
        const response = await fetch(`${campus.services.urls.attendance}/api/attendance/export`, {
          headers: { authorization: `Bearer ${teacher.token}` },
        });
        expect((await response.text()).trim().split('\n')).toHaveLength(2);
      });
  });

  it('can leave, and can be removed only by the owner', async () => {
    const { owner, colleague, courseId } = await teamOfTwo();
    const other = await campus.colleague();
    await add(owner, courseId, other.email);
    const removing = (by: Member, { id }: Member) => statusOf(by, 'DELETE', `${staffOf(courseId)}/${id}`);
    expect(await removing(colleague, other)).toBe(403);
    expect(await removing(colleague, owner)).toBe(403);
    expect(await removing(colleague, colleague)).toBe(204);
    expect(await removing(owner, other)).toBe(204);
    expect(await removing(owner, other)).toBe(204);
    expect(await removing(owner, owner)).toBe(409);
    const { body } = await campus.ask<Answer>(owner, 'GET', staffOf(courseId));
    expect(body.staff).toHaveLength(1);
    expect(body.changes.map(({ change }) => change)).toEqual(['removed', 'left', 'added', 'added']);
  });
});

describe('handing a course over', () => {
  it('makes the colleague the owner and the previous owner a co-teacher, once', async () => {
    const { owner, colleague, courseId } = await teamOfTwo();
    expect(await handOver(colleague, courseId, colleague)).toMatchObject({ status: 403 });
    const { body } = await handOver(owner, courseId, colleague);
    expect(body.staff).toMatchObject([
      { user: { _id: colleague.id }, role: 'owner' },
      { user: { _id: owner.id }, role: 'co-teacher' },
    ]);
    expect((await handOver(owner, courseId, colleague)).body.changes).toHaveLength(2);
    expect(await statusOf(owner, 'DELETE', `/api/courses/${courseId}`)).toBe(403);
    expect(await statusOf(colleague, 'DELETE', `${staffOf(courseId)}/${owner.id}`)).toBe(204);
    expect(await statusOf(owner, 'GET', `/api/courses/${courseId}`)).toBe(404);
    expect(await statusOf(colleague, 'DELETE', `/api/courses/${courseId}`)).toBe(204);
  });

  it('is rejected for people outside the staff, or if the new owner already has such a course', async () => {
    const { owner, colleague, courseId } = await teamOfTwo();
    expect(await handOver(owner, courseId, await campus.colleague())).toMatchObject({ status: 404 });
    const { body: course } = await campus.ask<{ code: string }>(owner, 'GET', `/api/courses/${courseId}`);
    const same = { name: 'Same', code: course.code, semester: 3 };
    expect(await statusOf(colleague, 'POST', '/api/courses', same)).toBe(201);
    expect(await handOver(owner, courseId, colleague)).toMatchObject({
      status: 409,
      body: { code: 'their_course_exists' },
    });
    expect((await campus.ask<Answer>(owner, 'GET', staffOf(courseId))).body.staff[0]?.user._id).toBe(
      owner.id,
    );
  });
});

describe('the staff of all courses', () => {
  it('no longer includes people whose account was erased', async () => {
    const { owner, colleague, courseId } = await teamOfTwo();
    const password = 'a long walk along the river';
    expect(await statusOf(colleague, 'POST', '/api/auth/erase-me', { password })).toBe(204);
    await eventually(async () =>
      expect((await campus.ask<Answer>(owner, 'GET', staffOf(courseId))).body.staff).toHaveLength(1),
    );
  });
});
