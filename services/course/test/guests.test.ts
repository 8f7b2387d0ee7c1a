import type { EnrollmentState, Roster } from '@qr-attendance/contracts';
import { eventually } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openCampus, type Campus, type Member } from './support/campus.ts';

let campus: Campus;
beforeAll(async () => {
  campus = await openCampus();
});
afterAll(() => campus.close());

const openCourse = async (settings: object) => {
  const teacher = await campus.teacher();
  const course = await campus.course(teacher);
  const path = `/api/courses/${course._id}`;
  const choose = (change: object) => campus.ask(teacher, 'PUT', `${path}/enrollment-settings`, change);
  expect((await choose({ mode: 'OPEN', mayLeave: false, ...settings })).status).toBe(200);
  const { body: session } = await campus.open(teacher, course._id);
  const stateOf = async (student: Member) =>
    (await campus.ask<EnrollmentState>(student, 'GET', `${path}/enrollment`)).body;
  const mark = async (student: Member) => campus.mark(student, await campus.scan(student, session));
  const rosterOf = async () => {
    const roster = `/api/attendance/roster?sessionId=${session._id}`;
    const { entries } = (await campus.ask<Roster>(teacher, 'GET', roster)).body;
    return entries.map(({ student, mark: record }) => ({
      id: student._id,
      status: record?.status,
      guest: record?.guest ?? false,
    }));
  };
  return { teacher, path, choose, session, stateOf, mark, rosterOf };
};

describe('a student who is not in the course', () => {
  it('is rejected unless the course accepts guests', async () => {
    const { stateOf, mark, choose } = await openCourse({});
    const student = await campus.student();
    expect(await stateOf(student)).toEqual({ enrolled: false, way: 'OPEN' });
    expect(await mark(student)).toMatchObject({ status: 403, body: { code: 'not_enrolled' } });
    expect((await choose({ mode: 'OPEN', mayLeave: false, guests: true })).body).toMatchObject({
      guests: true,
    });
    // A request without `guests` does not change it.
    expect((await choose({ mode: 'CLOSED', mayLeave: false })).body).toMatchObject({ guests: true });
    expect(await stateOf(student)).toEqual({ enrolled: false, way: 'CLOSED', guests: true });
    expect(await mark(student)).toMatchObject({ status: 201, body: { status: 'PRESENT', guest: true } });
    expect((await choose({ mode: 'OPEN', mayLeave: false, guests: false })).body).not.toHaveProperty(
      'guests',
    );
    expect((await mark(await campus.student())).status).toBe(403);
  });

  it('is a guest on the roster, and becomes a regular student once the membership covers the class', async () => {
    const { path, mark, rosterOf } = await openCourse({ guests: true });
    const student = await campus.student();
    expect((await mark(student)).status).toBe(201);
    expect(await rosterOf()).toEqual([{ id: student.id, status: 'PRESENT', guest: true }]);
    expect((await campus.ask(student, 'POST', `${path}/enroll`)).status).toBe(200);
    await eventually(async () =>
      expect(await rosterOf()).toEqual([{ id: student.id, status: 'PRESENT', guest: false }]),
    );
  });

  it('cannot be a guest after being removed by the teacher', async () => {
    const { teacher, path, stateOf, mark } = await openCourse({ guests: true });
    const student = await campus.student();
    await campus.ask(student, 'POST', `${path}/enroll`);
    expect((await campus.ask(teacher, 'DELETE', `${path}/students/${student.id}`)).status).toBe(204);
    expect(await stateOf(student)).toEqual({ enrolled: false, way: 'REMOVED' });
    await eventually(async () =>
      expect(await mark(student)).toMatchObject({ status: 403, body: { code: 'not_enrolled' } }),
    );
  });
});
