import { eventually } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openCampus, type Campus } from './support/campus.ts';

let campus: Campus;
beforeAll(async () => {
  campus = await openCampus();
});
afterAll(() => campus.close());

describe('a finished course', () => {
  it('gets no new session while it is archived, and keeps its marks', async () => {
    const { ask, open } = campus;
    const [teacher, student] = [await campus.teacher(), await campus.student()];
    const { _id } = await campus.course(teacher);
    await ask(student, 'POST', `/api/courses/${_id}/enroll`);
    const { body: session } = await open(teacher, _id);
    expect((await campus.mark(student, await campus.scan(student, session))).status).toBe(201);

    await ask(teacher, 'POST', `/api/courses/${_id}/archive`);
    expect(await open(teacher, _id)).toMatchObject({
      status: 409,
      body: { code: 'course_archived', error: 'This course is archived. Restore it first.' },
    });
    const marks = await ask<unknown[]>(teacher, 'GET', `/api/attendance?courseId=${_id}`);
    expect(marks.body).toHaveLength(1);

    await ask(teacher, 'POST', `/api/courses/${_id}/restore`);
    expect((await open(teacher, _id)).status).toBe(201);
  });

  it('can be deleted everywhere if it has neither students nor sessions', async () => {
    const { ask, open } = campus;
    const [teacher, student] = [await campus.teacher(), await campus.student()];
    const kept = await campus.course(teacher);
    const { _id, code } = await campus.course(teacher, 'A slip of the hand');
    const courses = async () =>
      (await ask<{ totalCourses: number }>(teacher, 'GET', '/api/analytics/summary')).body.totalCourses;
    await eventually(async () => expect(await courses()).toBe(2));

    expect((await ask(teacher, 'DELETE', `/api/courses/${_id}`)).status).toBe(204);
    expect((await ask(teacher, 'DELETE', `/api/courses/${_id}`)).status).toBe(404);
    expect((await ask(teacher, 'GET', `/api/courses/${_id}`)).status).toBe(404);
    expect((await ask(teacher, 'GET', '/api/courses')).body).toMatchObject([{ _id: kept._id }]);
    expect((await open(teacher, _id)).status).toBe(404);
    expect((await ask(student, 'POST', `/api/courses/${_id}/enroll`)).status).toBe(404);
    const offered = await ask<{ _id: string }[]>(student, 'GET', '/api/courses/available/all?limit=500');
    expect(offered.body.map((one) => one._id)).not.toContain(_id);
    await eventually(async () => expect(await courses()).toBe(1));
    // The code of a deleted course can be used again, and two deleted courses do not conflict.
    const again = await ask<{ _id: string }>(teacher, 'POST', '/api/courses', {
      name: 'B',
      code,
      semester: 1,
    });
    expect(again.status).toBe(201);
    expect((await ask(teacher, 'DELETE', `/api/courses/${again.body._id}`)).status).toBe(204);
  });

  it('cannot be deleted while it has a student or ever had a session', async () => {
    const { ask, open } = campus;
    const [teacher, student] = [await campus.teacher(), await campus.student()];
    const [taken, taught] = [await campus.course(teacher), await campus.course(teacher)];
    await ask(student, 'POST', `/api/courses/${taken._id}/enroll`);
    expect(await ask(teacher, 'DELETE', `/api/courses/${taken._id}`)).toMatchObject({
      status: 409,
      body: { code: 'course_not_empty', error: 'This course has students. Archive it instead.' },
    });
    const { body: session } = await open(teacher, taught._id);
    await ask(teacher, 'PATCH', `/api/sessions/${session._id}`, { active: false });
    expect(await ask(teacher, 'DELETE', `/api/courses/${taught._id}`)).toMatchObject({
      status: 409,
      body: { code: 'course_not_empty', error: 'This course has sessions. Archive it instead.' },
    });
    expect((await ask<unknown[]>(teacher, 'GET', '/api/courses')).body).toHaveLength(2);
  });
});

describe('the members of a course', () => {
  it('can mark and are counted, and earlier marks stay after they leave', async () => {
    const { ask, open } = campus;
    const [teacher, student] = [await campus.teacher(), await campus.student('Rita Removed')];
    const { _id } = await campus.course(teacher);
    const rates = async () =>
      (await ask<{ student: { _id: string } }[]>(teacher, 'GET', `/api/analytics/courses/${_id}/students`))
        .body;
    const marks = async (person = teacher) =>
      (await ask<{ status: string }[]>(person, 'GET', `/api/attendance?courseId=${_id}`)).body;
    await ask(student, 'POST', `/api/courses/${_id}/enroll`);
    const { body: first } = await open(teacher, _id);
    expect((await campus.mark(student, await campus.scan(student, first))).status).toBe(201);
    expect(await rates()).toHaveLength(1);
    await ask(teacher, 'PATCH', `/api/sessions/${first._id}`, { active: false });

    await ask(teacher, 'DELETE', `/api/courses/${_id}/students/${student.id}`);
    await eventually(async () => expect(await rates()).toEqual([]));
    const { body: second } = await open(teacher, _id, new Date());
    expect(await campus.mark(student, await campus.scan(student, second))).toMatchObject({
      status: 403,
      body: { code: 'not_enrolled' },
    });
    await ask(teacher, 'PATCH', `/api/sessions/${second._id}`, { active: false });
    await ask(teacher, 'POST', `/api/courses/${_id}/students/${student.id}/restore`);
    await eventually(async () => expect(await rates()).toHaveLength(1));

    // Sessions missed before the student returned to the course are not absences; later sessions count again.
    const { body: third } = await open(teacher, _id);
    await eventually(async () =>
      expect((await ask<unknown[]>(student, 'GET', `/api/sessions?courseId=${_id}`)).body).toHaveLength(3),
    );
    await ask(teacher, 'PATCH', `/api/sessions/${third._id}`, { active: false });
    await eventually(async () => expect(await marks()).toHaveLength(2));
    expect((await marks(student)).map(({ status }) => status).sort()).toEqual(['ABSENT', 'PRESENT']);
  });

  it('can mark immediately after joining, with a scan from before they joined', async () => {
    const { ask, open } = campus;
    const [teacher, student] = [await campus.teacher(), await campus.student()];
    const { _id } = await campus.course(teacher);
    const { body } = await ask<{ key: string }>(teacher, 'PUT', `/api/courses/${_id}/enrollment-settings`, {
      mode: 'KEY',
      mayLeave: false,
    });
    const { body: session } = await open(teacher, _id);
    const ticket = await campus.scan(student, session);
    expect((await campus.mark(student, ticket)).status).toBe(403);
    await ask(student, 'POST', `/api/courses/${_id}/enroll`, { key: body.key });
    expect((await campus.mark(student, ticket)).status).toBe(201);
  });
});
