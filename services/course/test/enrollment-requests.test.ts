import {
  ENROLLMENT_REQUESTS_OF_COURSE,
  ENROLLMENT_REQUESTS_OF_STUDENT,
  personalDataSchema,
  type Course,
  type EnrollmentRequest,
  type EnrollmentSettings,
  type EnrollmentState,
} from '@qr-attendance/contracts';
import { membershipChanged, userChanged, type MembershipChanged } from '@qr-attendance/contracts/events';
import { samples } from '@qr-attendance/contracts/samples';
import { createEvent } from '@qr-attendance/messaging';
import { call, eventually, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import { createImporter } from './support/imports.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld([membershipChanged]);
});
afterAll(() => world.close());

const ask = <Body = { code?: string; error?: string }>(
  { token }: Person,
  method: string,
  path: string,
  body?: unknown,
) => call<Body>(world.url(), method, path, { token, body });
const begin = async (mode = 'APPROVAL', teacher = world.people.teacher()) => {
  const body = { ...samples.newCourse, code: new Types.ObjectId().toHexString().slice(-8) };
  const { _id } = (await ask<Course>(teacher, 'POST', '/api/courses', body)).body;
  const settings = { mode, mayLeave: false };
  await ask(teacher, 'PUT', `/api/courses/${_id}/enrollment-settings`, settings);
  return { teacher, student: world.people.student(), id: _id };
};
const request = (student: Person, id: string) =>
  ask<EnrollmentState & { code?: string }>(student, 'POST', `/api/courses/${id}/enrollment-request`);
const wayOf = async (student: Person, id: string) =>
  (await ask<EnrollmentState>(student, 'GET', `/api/courses/${id}/enrollment`)).body;
const list = async (teacher: Person, id: string) =>
  (await ask<EnrollmentRequest[]>(teacher, 'GET', `/api/courses/${id}/enrollment-requests`)).body;
const answer = (teacher: Person, id: string, what: 'approve' | 'decline', students: { id: string }[]) =>
  ask<{ studentIds: string[] }>(teacher, 'POST', `/api/courses/${id}/enrollment-requests/${what}`, {
    studentIds: students.map((student) => student.id),
  });
const offered = async (student: Person, id: string) => {
  const path = '/api/courses/available/all?limit=500';
  const { body } = await ask<Course[]>(student, 'GET', path);
  return body.find(({ _id }) => _id === id);
};
const kept = () => world.database.collection('enrollmentrequests');

describe('a course with approval by its teacher', () => {
  it('contains only approved students, who can be approved together', async () => {
    const { teacher, id } = await begin();
    const [grace, alan, edsger] = [world.people.student(), world.people.student(), world.people.student()];
    world.auth.users.set(grace.id, { ...samples.studentChanged, id: grace.id, usn: 'U7', regNo: 'R7' });
    expect(await wayOf(grace, id)).toEqual({ enrolled: false, way: 'APPROVAL' });
    expect(await ask(grace, 'POST', `/api/courses/${id}/enroll`)).toMatchObject({
      status: 403,
      body: { code: 'approval_required' },
    });
    for (const student of [grace, alan, edsger, grace])
      expect((await request(student, id)).body).toEqual({ enrolled: false, way: 'WAITING' });
    expect((await offered(grace, id))?.request).toBe('WAITING');
    expect((await ask(grace, 'GET', `/api/courses/${id}`)).status).toBe(404);

    const asked = world.auth.listsAsked();
    const waiting = await list(teacher, id);
    expect(world.auth.listsAsked() - asked).toBe(1);
    expect(waiting.map(({ student }) => student._id)).toEqual([grace.id, alan.id, edsger.id]);
    const { name, email } = samples.studentChanged;
    expect(waiting[0]?.student).toEqual({ _id: grace.id, name, email, usn: 'U7', regNo: 'R7' });
    expect(waiting[1]?.student.name).toBeNull();
    const own = await ask<Course>(teacher, 'GET', `/api/courses/${id}`);
    expect(own.body).toMatchObject({ studentCount: 0, requestCount: 3 });

    const stranger = world.people.student();
    const reached = await answer(teacher, id, 'approve', [grace, alan, stranger]);
    expect(reached.body.studentIds.toSorted()).toEqual([grace.id, alan.id].toSorted());
    expect((await answer(teacher, id, 'approve', [grace, alan])).body.studentIds).toEqual([]);
    expect((await wayOf(grace, id)).enrolled).toBe(true);
    expect(await wayOf(stranger, id)).toEqual({ enrolled: false, way: 'APPROVAL' });
    expect((await list(teacher, id)).map(({ student }) => student._id)).toEqual([edsger.id]);
    await eventually(async () => {
      const memberships = world.heard.map(({ payload }) => payload as MembershipChanged);
      const inCourse = memberships.filter(({ courseId }) => courseId === id);
      expect(inCourse.map(({ studentId }) => studentId).toSorted()).toEqual([grace.id, alan.id].toSorted());
    });
  });

  it('rejects a second request from a declined student, who can still be approved', async () => {
    const { teacher, student, id } = await begin();
    await request(student, id);
    expect((await answer(teacher, id, 'decline', [student])).body.studentIds).toEqual([student.id]);
    expect((await answer(teacher, id, 'decline', [student])).body.studentIds).toEqual([]);
    expect((await request(student, id)).body).toEqual({ enrolled: false, way: 'DECLINED' });
    await ask(student, 'DELETE', `/api/courses/${id}/enrollment-request`);
    expect((await wayOf(student, id)).way).toBe('DECLINED');
    expect(await list(teacher, id)).toEqual([]);

    const path = `/internal/courses/${id}/enrollments/${student.id}`;
    await call(world.url(), 'POST', path, { token: world.internalToken, body: { by: teacher.id } });
    expect((await wayOf(student, id)).enrolled).toBe(true);
    expect(await kept().countDocuments({ studentId: student.id })).toBe(0);
  });

  it('admits students by its invitation link, and removes their requests', async () => {
    const { teacher, student, id } = await begin();
    await request(student, id);
    const path = `/api/courses/${id}/invitation`;
    const { invitation } = (await ask<EnrollmentSettings>(teacher, 'POST', path, {})).body;
    await ask(student, 'POST', `/api/courses/invitations/${invitation?.token}/accept`);
    expect((await wayOf(student, id)).enrolled).toBe(true);
    expect(await list(teacher, id)).toEqual([]);
  });

  it('does not admit a removed student, however they request it', async () => {
    const { teacher, student, id } = await begin();
    await request(student, id);
    await answer(teacher, id, 'approve', [student]);
    await ask(teacher, 'DELETE', `/api/courses/${id}/students/${student.id}`);
    expect((await request(student, id)).body).toEqual({ enrolled: false, way: 'REMOVED' });
    expect(await list(teacher, id)).toEqual([]);
  });

  it.each([
    ['restores', 'POST', '/restore', true],
    ['removes', 'DELETE', '', false],
  ])(
    'removes the request of a former student once the teacher %s them',
    async (_what, method, to, enrolled) => {
      const { teacher, student, id } = await begin();
      await request(student, id);
      await answer(teacher, id, 'approve', [student]);
      const settings = { mode: 'APPROVAL', mayLeave: true };
      await ask(teacher, 'PUT', `/api/courses/${id}/enrollment-settings`, settings);
      await ask(student, 'POST', `/api/courses/${id}/leave`);
      expect((await request(student, id)).body).toEqual({ enrolled: false, way: 'WAITING' });
      await ask(teacher, method, `/api/courses/${id}/students/${student.id}${to}`);
      expect(await list(teacher, id)).toEqual([]);
      expect((await answer(teacher, id, 'approve', [student])).body.studentIds).toEqual([]);
      expect((await wayOf(student, id)).enrolled).toBe(enrolled);
    },
  );

  it('rejects requests while it is archived', async () => {
    const { teacher, student, id } = await begin();
    await ask(teacher, 'POST', `/api/courses/${id}/archive`);
    expect((await request(student, id)).body.way).toBe('CLOSED');
    expect(await list(teacher, id)).toEqual([]);
  });
});

describe('an enrollment request', () => {
  it.each(['OPEN', 'KEY', 'INVITATION', 'CLOSED'])(
    'changes nothing in the mode %s, which the response contains',
    async (mode) => {
      const { student, id } = await begin(mode);
      expect(await request(student, id)).toMatchObject({ status: 200, body: { enrolled: false, way: mode } });
      expect(await kept().countDocuments({ studentId: student.id })).toBe(0);
    },
  );

  it('can be withdrawn by its student, and exists once, however often it is sent', async () => {
    const { teacher, student, id } = await begin();
    const answers = await Promise.all(Array.from({ length: 8 }, () => request(student, id)));
    for (const { body } of answers) expect(body.way).toBe('WAITING');
    expect(await list(teacher, id)).toHaveLength(1);
    for (let times = 0; times < 2; times += 1) {
      const { body } = await ask(student, 'DELETE', `/api/courses/${id}/enrollment-request`);
      expect(body).toEqual({ enrolled: false, way: 'APPROVAL' });
    }
    expect((await answer(teacher, id, 'approve', [student])).body.studentIds).toEqual([]);
    expect((await wayOf(student, id)).enrolled).toBe(false);
  });

  it('expires without an answer, and can be sent again', async () => {
    const { teacher, student, id } = await begin();
    await request(student, id);
    await kept().updateOne({ studentId: student.id }, { $set: { expiresAt: new Date(Date.now() - 1_000) } });
    expect(await wayOf(student, id)).toEqual({ enrolled: false, way: 'APPROVAL' });
    expect(await list(teacher, id)).toEqual([]);
    expect((await answer(teacher, id, 'approve', [student])).body.studentIds).toEqual([]);
    expect((await request(student, id)).body.way).toBe('WAITING');
  });

  const fill = (count: number, of: (n: number) => object) =>
    kept().insertMany(
      Array.from({ length: count }, (_, n) => ({
        state: 'WAITING',
        requestedAt: new Date(),
        expiresAt: new Date(Date.now() + 3_600_000),
        ...of(n),
      })),
    );

  it('is limited in number per student, even with concurrent requests', async () => {
    const teacher = world.people.teacher();
    const courses = [await begin('APPROVAL', teacher), await begin('APPROVAL', teacher)];
    const { student } = await begin();
    await fill(ENROLLMENT_REQUESTS_OF_STUDENT - 1, () => ({
      courseId: new Types.ObjectId(),
      studentId: student.id,
    }));
    await Promise.all(courses.map(({ id }) => request(student, id)));
    const most = ENROLLMENT_REQUESTS_OF_STUDENT;
    expect(await kept().countDocuments({ studentId: student.id })).toBeLessThanOrEqual(most);
    for (const { id } of courses) await request(student, id);
    expect(await kept().countDocuments({ studentId: student.id })).toBe(most);
    const { id: next } = await begin();
    expect(await request(student, next)).toMatchObject({
      status: 409,
      body: { code: 'too_many_enrollment_requests' },
    });
    expect((await wayOf(student, next)).way).toBe('APPROVAL');
  });

  it('is limited in number per course, until some are answered', async () => {
    const { teacher, student, id } = await begin();
    const others = Array.from({ length: ENROLLMENT_REQUESTS_OF_COURSE }, () => world.people.student());
    await fill(others.length, (n) => ({
      courseId: new Types.ObjectId(id),
      studentId: others[n]?.id,
    }));
    expect(await request(student, id)).toMatchObject({
      status: 409,
      body: { code: 'too_many_enrollment_requests' },
    });
    expect((await wayOf(student, id)).way).toBe('APPROVAL');
    await answer(teacher, id, 'decline', others.slice(0, 1));
    expect((await request(student, id)).body.way).toBe('WAITING');
  });

  it.each([
    ['no students', { studentIds: [] }],
    ['too many students', { studentIds: Array.from({ length: 101 }, () => samples.studentChanged.id) }],
    ['a query operator for a student', { studentIds: [{ $ne: '' }] }],
  ])('cannot be answered by %s', async (_what, body) => {
    const { teacher, id } = await begin();
    for (const what of ['approve', 'decline'])
      expect(
        (await ask(teacher, 'POST', `/api/courses/${id}/enrollment-requests/${what}`, body)).status,
      ).toBe(400);
  });

  it('is part of the student’s data export, and is deleted with the account', async () => {
    const { student, id } = await begin();
    await request(student, id);
    const { records } = personalDataSchema.parse((await ask(student, 'GET', '/api/courses/my-data')).body);
    const { name: courseName } = samples.newCourse;
    expect(records['enrollmentRequests']).toMatchObject([{ courseId: id, courseName, state: 'WAITING' }]);
    const gone = { ...samples.studentChanged, id: student.id, erased: true, version: 2 };
    await world.bus.publish(createEvent(userChanged, student.id, gone));
    await eventually(async () => expect(await kept().countDocuments({ studentId: student.id })).toBe(0));
  });
});

describe('a new course with a default enrollment mode', () => {
  const createWith = async (setting: string) => {
    await world.restart({ NEW_COURSE_ENROLLMENT: setting });
    const teacher = world.people.teacher();
    const { _id } = (await ask<Course>(teacher, 'POST', '/api/courses', samples.newCourse)).body;
    const look = async () =>
      (await ask<EnrollmentSettings>(teacher, 'GET', `/api/courses/${_id}/enrollment-settings`)).body;
    return { teacher, id: _id, look };
  };

  it('gets a key when its teacher first opens the settings', async () => {
    const before = await begin('OPEN');
    const { look, id } = await createWith('key');
    const looks = await Promise.all([look(), look(), look()]);
    const [{ key } = { key: undefined }] = looks;
    expect(key).toMatch(/^[0-9A-Z]{8}$/);
    for (const settings of looks) expect(settings).toEqual({ mode: 'KEY', mayLeave: false, key });
    const student = world.people.student();
    expect((await ask(student, 'POST', `/api/courses/${id}/enroll`)).status).toBe(403);
    expect((await ask(student, 'POST', `/api/courses/${id}/enroll`, { key })).status).toBe(200);
    expect((await wayOf(before.student, before.id)).way).toBe('OPEN');
  });

  it('requires approval if that is the default, even if the course is imported', async () => {
    const { id } = await createWith('approval');
    expect((await wayOf(world.people.student(), id)).way).toBe('APPROVAL');

    const office = createImporter(() => world.url(), world.people.admin());
    const run = await office.apply('sections', 'id,course,code,name,semester\nS-1,C-1,OPT1,Optics,3\n');
    expect(run).toMatchObject({ state: 'done', applied: { added: 1 } });
    const imported = await world.database.collection('courses').findOne({ externalId: 'C-1' });
    const importedId = imported?._id.toHexString() ?? '';
    expect((await wayOf(world.people.student(), importedId)).way).toBe('APPROVAL');
    expect(await ask(world.people.student(), 'POST', `/api/courses/${importedId}/enroll`)).toMatchObject({
      status: 403,
      body: { code: 'approval_required' },
    });
  });
});
