import type { Course, EnrollmentState } from '@qr-attendance/contracts';
import { membershipChanged, type MembershipChanged } from '@qr-attendance/contracts/events';
import { samples } from '@qr-attendance/contracts/samples';
import { call, eventually, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import { startWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld([membershipChanged]);
});
afterAll(() => world.close());

const ask = <Body = { code?: string }>(
  { token }: Pick<Person, 'token'>,
  method: string,
  path: string,
  body?: unknown,
) => call<Body>(world.url(), method, path, { token, body });
const teachCourse = async () => {
  const teacher = world.people.teacher();
  const [member, former, waiting, stranger] = [1, 2, 3, 4].map(() => world.people.student()) as [
    Person,
    Person,
    Person,
    Person,
  ];
  const details = { ...samples.newCourse, code: new Types.ObjectId().toHexString().slice(-8) };
  const { _id: id } = (await ask<Course>(teacher, 'POST', '/api/courses', details)).body;
  for (const student of [member, former]) await ask(student, 'POST', `/api/courses/${id}/enroll`);
  await ask(teacher, 'DELETE', `/api/courses/${id}/students/${former.id}`);
  const { body } = await ask<Course>(teacher, 'POST', `/api/courses/${id}/sections`, { name: 'Lab' });
  const lab = body.sections!.at(-1)!._id;
  const settings = { mode: 'APPROVAL', mayLeave: true };
  await ask(teacher, 'PUT', `/api/courses/${id}/enrollment-settings`, settings);
  await ask(waiting, 'POST', `/api/courses/${id}/enrollment-request`);
  return { id, teacher, member, former, waiting, stranger, lab };
};
type Taught = Awaited<ReturnType<typeof teachCourse>>;
const periodsOf = async ({ id }: Taught) =>
  world.database
    .collection('enrollments')
    .find({ courseId: new Types.ObjectId(id) }, { projection: { studentId: 1, periods: 1, version: 1 } })
    .sort({ _id: 1 })
    .toArray();

const WRITES: [what: string, write: (course: Taught) => ReturnType<typeof ask>][] = [
  ['leaving', ({ id, member }) => ask(member, 'POST', `/api/courses/${id}/leave`)],
  [
    'removing a student',
    ({ id, teacher, member }) => ask(teacher, 'DELETE', `/api/courses/${id}/students/${member.id}`),
  ],
  [
    'restoring a student',
    ({ id, teacher, former }) => ask(teacher, 'POST', `/api/courses/${id}/students/${former.id}/restore`),
  ],
  [
    'moving a student',
    ({ id, teacher, member, lab }) =>
      ask(teacher, 'POST', `/api/courses/${id}/students/${member.id}/move`, { sectionId: lab }),
  ],
  [
    'adding students',
    ({ id, teacher, stranger }) =>
      ask(teacher, 'POST', `/api/courses/${id}/students`, { lines: [{ person: stranger.id }] }),
  ],
  [
    'approving a request',
    ({ id, teacher, waiting }) =>
      ask(teacher, 'POST', `/api/courses/${id}/enrollment-requests/approve`, { studentIds: [waiting.id] }),
  ],
  [
    'enrolling a refused student from the roster',
    ({ id, teacher, stranger }) =>
      ask({ token: world.internalToken }, 'POST', `/internal/courses/${id}/enrollments/${stranger.id}`, {
        by: teacher.id,
      }),
  ],
];

const grant = async ({ id }: Taught, colleague: Person) => {
  const role = { userId: colleague.id, role: 'co-teacher', addedBy: colleague.id, addedAt: new Date() };
  await world.database
    .collection('courses')
    .updateOne({ _id: new Types.ObjectId(id) }, { $set: { staff: [role] } });
};
const lastPeriodOf = ({ id: studentId }: Person) => {
  const events = world.heard.map(({ payload }) => payload as MembershipChanged);
  return events.findLast((event) => event.studentId === studentId)?.periods.at(-1);
};

describe('a membership period', () => {
  it('has the co-teacher who approved the request as its author, not the owner', async () => {
    const course = await teachCourse();
    const colleague = world.people.teacher();
    await grant(course, colleague);
    const body = { studentIds: [course.waiting.id] };
    const path = `/api/courses/${course.id}/enrollment-requests/approve`;
    expect((await ask(colleague, 'POST', path, body)).status).toBe(200);
    await eventually(() => expect(lastPeriodOf(course.waiting)).toMatchObject({ by: colleague.id }));
  });

  it('has whoever admitted a rejected student from the roster as its author', async () => {
    const { id, stranger } = await teachCourse();
    const colleague = world.people.teacher();
    const path = `/internal/courses/${id}/enrollments/${stranger.id}`;
    const token = world.internalToken;
    expect(await ask<MembershipChanged>({ token }, 'POST', path, { by: colleague.id })).toMatchObject({
      body: { periods: [{ by: colleague.id }] },
    });
  });
});

describe('the roster of an archived course', () => {
  it.each(WRITES)('is not changed by %s, until the course is restored', async (what, write) => {
    const course = await teachCourse();
    await ask(course.teacher, 'POST', `/api/courses/${course.id}/archive`);
    const before = await periodsOf(course);
    const code = what === 'leaving' ? 'roster_archived' : 'course_archived';
    expect(await write(course)).toMatchObject({ status: 409, body: { code } });
    expect(await periodsOf(course)).toEqual(before);
    await ask(course.teacher, 'POST', `/api/courses/${course.id}/restore`);
    expect((await write(course)).status).not.toBe(409);
  });

  it('keeps a request that was not approved', async () => {
    const { id, teacher, waiting } = await teachCourse();
    await ask(teacher, 'POST', `/api/courses/${id}/archive`);
    await ask(teacher, 'POST', `/api/courses/${id}/enrollment-requests/approve`, {
      studentIds: [waiting.id],
    });
    await ask(teacher, 'POST', `/api/courses/${id}/restore`);
    const { body } = await ask<EnrollmentState>(waiting, 'GET', `/api/courses/${id}/enrollment`);
    expect(body).toMatchObject({ enrolled: false, way: 'WAITING' });
  });
});
