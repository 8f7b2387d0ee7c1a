import type { Course, EnrollmentRequest, StudentCourse } from '@qr-attendance/contracts';
import { membershipChanged, userChanged, type MembershipChanged } from '@qr-attendance/contracts/events';
import { samples } from '@qr-attendance/contracts/samples';
import { createEvent } from '@qr-attendance/messaging';
import { call, eventually, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld([membershipChanged]);
});
afterAll(() => world.close());

const ask = <Body = { code?: string }>({ token }: Person, method: string, path: string, body?: unknown) =>
  call<Body>(world.url(), method, path, { token, body });

const publish = ({ id, name }: Person, mergedInto: string | null | undefined, version: number) =>
  world.bus.publish(
    createEvent(userChanged, id, {
      id,
      name,
      email: `${id}@campus.example`,
      userType: 'STUDENT',
      version,
      ...(mergedInto !== undefined && { mergedInto }),
      suspended: typeof mergedInto === 'string',
    }),
  );

const openCourse = async (...students: Person[]) => {
  const teacher = world.people.teacher();
  const { body } = await ask<Course>(teacher, 'POST', '/api/courses', samples.newCourse);
  const at = `/api/courses/${body._id}`;
  await ask(teacher, 'PUT', `${at}/enrollment-settings`, { mode: 'OPEN', mayLeave: true });
  for (const student of students) expect((await ask(student, 'POST', `${at}/enroll`)).status).toBe(200);
  return {
    teacher,
    at,
    id: body._id,
    students: async () => (await ask<Course>(teacher, 'GET', at)).body.students,
    newest: (student: Person): MembershipChanged | undefined =>
      world.heard
        .map(({ payload }) => membershipChanged.payload.parse(payload))
        .filter(({ courseId, studentId }) => courseId === body._id && studentId === student.id)
        .toSorted((one, other) => one.version - other.version)
        .at(-1),
  };
};
const pair = () => ({ rostered: world.people.student(), account: world.people.student() });
const counting = (membership: MembershipChanged | undefined) =>
  membership?.periods.filter(({ voided }) => !voided) ?? [];

describe('the memberships of a merged student', () => {
  it('belong to the kept record until the merge is undone', async () => {
    const { rostered, account } = pair();
    const course = await openCourse(rostered);
    const [before] = await eventually(() => {
      const found = counting(course.newest(rostered));
      expect(found).toHaveLength(1);
      return found;
    });
    const admin = world.people.admin();
    const coursesOf = async ({ id }: Person) =>
      (await ask<StudentCourse[]>(admin, 'GET', `/api/courses/of-student/${id}`)).body;
    const { name, code } = samples.newCourse;
    const current = [{ _id: course.id, name, code, active: true }];
    expect(await coursesOf(rostered)).toEqual(current);
    expect(await coursesOf(account)).toEqual([]);
    expect((await ask(course.teacher, 'GET', `/api/courses/of-student/${rostered.id}`)).status).toBe(403);
    expect((await ask(admin, 'GET', '/api/courses/of-student/nobody')).status).toBe(400);
    await publish(rostered, account.id, 2);
    await eventually(async () => expect(await course.students()).toEqual([account.id]));
    await eventually(async () => expect(await coursesOf(account)).toEqual(current));
    await eventually(async () => expect(await coursesOf(rostered)).toEqual([]));
    await eventually(() => expect(counting(course.newest(account))).toEqual([before]));
    await eventually(() => expect(counting(course.newest(rostered))).toEqual([]));
    expect((await ask<Course[]>(account, 'GET', '/api/courses')).body.map(({ _id }) => _id)).toContain(
      course.id,
    );

    await publish(rostered, null, 3);
    await eventually(async () => expect(await course.students()).toEqual([rostered.id]));
    await eventually(() => expect(counting(course.newest(rostered))).toEqual([before]));
    await eventually(() => expect(counting(course.newest(account))).toEqual([]));
  });

  it('count once if both records were in the course', async () => {
    const { rostered, account } = pair();
    const course = await openCourse(rostered, account);
    await publish(rostered, account.id, 2);
    await eventually(async () => expect(await course.students()).toEqual([account.id]));
    const periods = await eventually(() => {
      const found = counting(course.newest(account));
      expect(found).toHaveLength(2);
      return found;
    });
    expect(periods[0]?.ended).toBe(periods[1]?.began);
    expect(periods[1]).not.toHaveProperty('ended');

    await publish(rostered, null, 3);
    await eventually(async () =>
      expect((await course.students())?.toSorted()).toEqual([rostered.id, account.id].toSorted()),
    );
    await eventually(() => expect(counting(course.newest(account))).toHaveLength(1));
  });

  it('keep past classes of both sections, and continue in the section of the kept record', async () => {
    const { rostered, account } = pair();
    const course = await openCourse(account);
    const added = await ask<Course>(course.teacher, 'POST', `${course.at}/sections`, { name: 'B' });
    const sectionId = added.body.sections!.find(({ name }) => name === 'B')!._id;
    const moveToB = (student: Person) =>
      ask(course.teacher, 'POST', `${course.at}/students/${student.id}/move`, { sectionId });
    expect((await ask(rostered, 'POST', `${course.at}/enroll`, { sectionId })).status).toBe(200);
    const [before] = await eventually(() => {
      const found = counting(course.newest(rostered));
      expect(found).toHaveLength(1);
      return found;
    });
    await publish(rostered, account.id, 2);
    const [theirs, own] = await eventually(() => {
      const found = counting(course.newest(account));
      expect(found).toHaveLength(2);
      return found;
    });
    // This period began while the student was in the other section, and lasted until the merge.
    expect(theirs).toMatchObject({ sectionId, began: before?.began, end: { how: 'MOVED' } });
    expect(theirs!.ended! > theirs!.began && theirs!.began > own!.began).toBe(true);
    expect(own).toMatchObject({ sectionId: course.id, voided: false });
    expect(own).not.toHaveProperty('ended');

    // Moves, ends and the undo all use the current period.
    expect((await moveToB(account)).status).toBe(204);
    await eventually(() => {
      const found = counting(course.newest(account));
      expect(found.filter(({ ended }) => ended === undefined).map((one) => one.sectionId)).toEqual([
        sectionId,
      ]);
      expect(found).toHaveLength(3);
    });
    await publish(rostered, null, 3);
    await eventually(() => expect(counting(course.newest(rostered))).toEqual([before]));
    await eventually(() => {
      const found = counting(course.newest(account)).map((one) => one.sectionId);
      expect(found).toEqual([course.id, sectionId]);
    });
  });

  it('change once if the event arrives twice or after a newer event', async () => {
    const { rostered, account } = pair();
    const course = await openCourse(rostered);
    await publish(rostered, account.id, 2);
    await eventually(async () => expect(await course.students()).toEqual([account.id]));
    await publish(rostered, account.id, 2);
    await publish(rostered, null, 3);
    await eventually(async () => expect(await course.students()).toEqual([rostered.id]));
    await publish(rostered, account.id, 2);
    await publish(account, undefined, 2);
    await eventually(async () => expect((await ask(course.teacher, 'GET', course.at)).status).toBe(200));
    expect(await course.students()).toEqual([rostered.id]);
    await publish(rostered, account.id, 4);
    await eventually(async () => expect(await course.students()).toEqual([account.id]));
    await eventually(() => expect(counting(course.newest(account))).toHaveLength(1));
  });

  it('keep changes that the teacher made to the kept record in the meantime', async () => {
    const { rostered, account } = pair();
    const course = await openCourse(rostered);
    await publish(rostered, account.id, 2);
    await eventually(async () => expect(await course.students()).toEqual([account.id]));
    expect((await ask(course.teacher, 'DELETE', `${course.at}/students/${account.id}`)).status).toBe(204);
    expect(await course.students()).toEqual([]);
    await publish(rostered, null, 3);
    await eventually(async () => expect(await course.students()).toEqual([rostered.id]));
  });

  it('are not shown among former students', async () => {
    const { rostered, account } = pair();
    const course = await openCourse(rostered);
    await publish(rostered, account.id, 2);
    await eventually(async () => expect(await course.students()).toEqual([account.id]));
    await eventually(() => expect(counting(course.newest(rostered))).toEqual([]));
    const former = async () => (await ask(course.teacher, 'GET', `${course.at}/former-students`)).body;
    expect(await former()).toEqual([]);

    await publish(rostered, null, 3);
    await eventually(async () => expect(await course.students()).toEqual([rostered.id]));
    expect(await former()).toEqual([]);
  });
});

describe('the enrollment requests of a merged student', () => {
  it('are combined into one per course for the kept record', async () => {
    const { rostered, account } = pair();
    const [course, other] = [await openCourse(), await openCourse()];
    const request = async (student: Person, { teacher, at }: typeof course) => {
      await ask(teacher, 'PUT', `${at}/enrollment-settings`, { mode: 'APPROVAL', mayLeave: false });
      expect((await ask(student, 'POST', `${at}/enrollment-request`)).status).toBe(200);
    };
    const waiting = async ({ teacher, at }: typeof course) =>
      (await ask<EnrollmentRequest[]>(teacher, 'GET', `${at}/enrollment-requests`)).body.map(
        ({ student }) => student._id,
      );
    await request(rostered, course);
    await request(rostered, other);
    await request(account, other);
    await publish(rostered, account.id, 2);
    for (const eachCourse of [course, other])
      await eventually(async () => expect(await waiting(eachCourse)).toEqual([account.id]));

    await ask(course.teacher, 'POST', `${course.at}/enrollment-requests/approve`, {
      studentIds: [account.id],
    });
    expect(await course.students()).toEqual([account.id]);
    expect(await waiting(course)).toEqual([]);
  });
});
