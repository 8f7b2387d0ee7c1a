import { randomUUID } from 'node:crypto';
import type { Course } from '@qr-attendance/contracts';
import { courseChanged, membershipChanged } from '@qr-attendance/contracts/events';
import { samples } from '@qr-attendance/contracts/samples';
import { call, eventually, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld([courseChanged, membershipChanged], { asProcess: true });
});
afterAll(() => world.close());

const create = async (teacher: Person): Promise<Course> => {
  const body = { ...samples.newCourse, code: randomUUID().slice(0, 8) };
  return (await call<Course>(world.url(), 'POST', '/api/courses', { token: teacher.token, body })).body;
};
const enroll = (student: Person, id: string) =>
  call<Course>(world.url(), 'POST', `/api/courses/${id}/enroll`, { token: student.token });
const lastSeen = (key: string) => world.heard.filter((event) => event.key === key);
const outboxOf = async (collection: string) =>
  (await world.database.collection(collection).find({}).toArray()).flatMap(
    ({ outbox }) => outbox as object[],
  );

const emptyOutbox = () => eventually(async () => expect(await outboxOf('courses')).toEqual([]));

describe('the course service', () => {
  it('publishes a new course and an enrollment with their complete state', async () => {
    const [teacher, student] = [world.people.teacher(), world.people.student()];
    const course = await create(teacher);
    await eventually(() => expect(lastSeen(course._id)).toHaveLength(1));
    const published = courseChanged.payload.parse(lastSeen(course._id)[0]?.payload);
    expect(Object.keys(published).sort()).toEqual(Object.keys(samples.courseChanged).sort());
    const details = { ...samples.newCourse, code: course.code };
    expect(published).toMatchObject({ ...details, id: course._id, teacherId: teacher.id, version: 1 });

    await enroll(student, course._id);
    const enrollment = await eventually(() => {
      const found = world.heard.find(
        ({ payload, topic }) =>
          topic === membershipChanged.name &&
          membershipChanged.payload.parse(payload).studentId === student.id,
      );
      expect(found).toBeDefined();
      return membershipChanged.payload.parse(found?.payload);
    });
    expect(enrollment).toMatchObject({ courseId: course._id, active: true, version: 1 });
  });

  it('publishes an enrollment once, however many requests are concurrent', async () => {
    const student = world.people.student();
    const course = await create(world.people.teacher());
    await Promise.all(Array.from({ length: 8 }, () => enroll(student, course._id)));
    await eventually(async () => expect(await outboxOf('enrollments')).toEqual([]));
    const other = await create(world.people.teacher());
    await eventually(() => expect(lastSeen(other._id)).toHaveLength(1));
    const published = world.heard.filter(
      ({ payload, topic }) =>
        topic === membershipChanged.name && membershipChanged.payload.parse(payload).studentId === student.id,
    );
    expect(published).toHaveLength(1);
  });

  it('works during an outage of the bus, and publishes everything afterwards', async () => {
    await emptyOutbox();
    world.busLink.cut();
    const course = await create(world.people.teacher());
    expect((await enroll(world.people.student(), course._id)).status).toBe(200);
    expect((await call(world.url(), 'GET', '/readyz')).status).toBe(200);
    expect(await outboxOf('courses')).toHaveLength(1);
    world.busLink.fix();
    await eventually(() => expect(lastSeen(course._id)).toHaveLength(1));
    await emptyOutbox();
  });

  it('publishes an event with the same ID after kill -9', async () => {
    await emptyOutbox();
    world.busLink.cut();
    const course = await create(world.people.teacher());
    const [waiting] = (await outboxOf('courses')) as { id: string }[];
    await world.kill();
    world.busLink.fix();
    await world.restart();
    await eventually(() => expect(lastSeen(course._id)).toHaveLength(1));
    expect(lastSeen(course._id)[0]?.id).toBe(waiting?.id);
    await emptyOutbox();
  });

  it('removes an event that was already published before the crash', async () => {
    const course = await create(world.people.teacher());
    const event = await eventually(() => {
      const [first] = lastSeen(course._id);
      if (!first) throw new Error('not heard yet');
      return first;
    });
    await emptyOutbox();
    await world.kill();
    await world.database
      .collection('courses')
      .updateOne({ code: course.code }, { $set: { outbox: [event] } });
    await world.restart();
    await emptyOutbox();
    expect(new Set(lastSeen(course._id).map(({ id }) => id)).size).toBe(1);
  });
});
