import { randomUUID } from 'node:crypto';
import {
  attendanceCorrected,
  attendanceMarked,
  courseChanged,
  membershipChanged,
  userChanged,
  type AttendanceMarked,
} from '@qr-attendance/contracts/events';
import { samples } from '@qr-attendance/contracts/samples';
import { createEvent } from '@qr-attendance/messaging';
import { eventually } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { createClass, newId, type Class } from './support/class.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
let room: Class;
beforeAll(async () => {
  world = await startWorld({}, { asProcess: true });
  room = createClass(world);
});
afterAll(() => world.close());

const stored = (id: string) =>
  world.database.collection('sessions').findOne({ _id: new mongoose.Types.ObjectId(id) });
const outboxOf = async (id: string) => ((await stored(id))?.['outbox'] ?? []) as { id: string }[];

describe('the session service publishes', () => {
  it('the start and end of a session, but not its codes', async () => {
    const { teacher, courseId, id } = await room.open();
    await eventually(() => expect(world.lastSeen(id)).toHaveLength(1));
    await room.refresh(teacher, id, { refreshInterval: 60 });
    expect((await stored(id))?.['version']).toBe(1);
    await room.end(teacher, id);
    await eventually(() => expect(world.lastSeen(id)).toHaveLength(2));
    const [opened, ended] = world.lastSeen(id).map(({ session }) => session);
    expect(opened).toMatchObject({
      courseId,
      teacherId: teacher.id,
      active: true,
      version: 1,
      location: { latitude: 52.52, longitude: 13.405, radius: 50 },
    });
    expect(ended).toMatchObject({ active: false, version: 2 });
    expect(ended?.endedAt).toBe(ended?.endTime);
    expect(opened && Object.keys(opened)).not.toContain('currentCode');
  });

  it('everything after a bus outage, even if codes were refreshed during it', async () => {
    world.busLink.cut();
    const { teacher, id } = await room.open();
    const [waiting] = await outboxOf(id);
    expect((await room.refresh(teacher, id)).status).toBe(200);
    expect(await outboxOf(id)).toEqual([waiting]);
    world.busLink.fix();
    await eventually(() => expect(world.lastSeen(id)).toHaveLength(1));
    expect(world.lastSeen(id)[0]?.id).toBe(waiting?.id);
    await eventually(async () => expect(await outboxOf(id)).toEqual([]));
  });

  it('only the last state of a session that ended during a bus outage', async () => {
    world.busLink.cut();
    const { teacher, id } = await room.open();
    await room.end(teacher, id);
    expect(await outboxOf(id)).toHaveLength(1);
    await world.kill();
    world.busLink.fix();
    await world.restart();
    await eventually(() => expect(world.lastSeen(id).at(-1)?.session.version).toBe(2));
    await eventually(async () => expect(await outboxOf(id)).toEqual([]));
  });
});

describe('the session service handles', () => {
  const publishMark = (sessionId: string, more: Partial<AttendanceMarked>) => {
    const mark = { ...samples.attendanceMarked, id: randomUUID(), sessionId, ...more };
    return world.bus.publish(createEvent(attendanceMarked, mark.id, mark));
  };
  const countOf = async ({ teacher, id }: Awaited<ReturnType<Class['open']>>) =>
    (await room.get(teacher, id)).body.attendanceCount;

  it('marks, counting each student once by the newest state', async () => {
    const session = await room.open();
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
    await publishMark(session.id, { id: first, status: 'PRESENT', version: 1 });
    await publishMark(session.id, { id: first, status: 'PRESENT', version: 1 });
    await publishMark(session.id, { id: second, status: 'LATE', version: 1 });
    await publishMark(session.id, { id: third, status: 'ABSENT', version: 1 });
    await eventually(async () => expect(await countOf(session)).toBe(2));
    await publishMark(session.id, { id: second, status: 'ABSENT', version: 3 });
    await eventually(async () => expect(await countOf(session)).toBe(1));
    await publishMark(session.id, { id: second, status: 'LATE', version: 2 });
    await publishMark(session.id, { status: 'PRESENT' });
    await eventually(async () => expect(await countOf(session)).toBe(2));
    const { body: list } = await room.list(session.teacher);
    expect(list).toMatchObject([{ attendanceCount: 2 }]);
  });

  it('corrections in any order, without counting excused students', async () => {
    const session = await room.open();
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
    const correct = (id: string, status: AttendanceMarked['status'], version: number) => {
      const mark = { ...samples.attendanceMarked, id, sessionId: session.id, status, version };
      return world.bus.publish(createEvent(attendanceCorrected, id, mark));
    };
    for (const id of [first, second]) await publishMark(session.id, { id, status: 'PRESENT', version: 1 });
    await eventually(async () => expect(await countOf(session)).toBe(2));
    await correct(first, 'EXCUSED', 2);
    await eventually(async () => expect(await countOf(session)).toBe(1));
    await correct(second, 'ABSENT', 2);
    await eventually(async () => expect(await countOf(session)).toBe(0));
    await correct(second, 'LATE', 3);
    await eventually(async () => expect(await countOf(session)).toBe(1));

    // Corrections have a separate topic, so a correction may arrive before its mark.
    await correct(third, 'ABSENT', 2);
    await correct(first, 'PRESENT', 3);
    await eventually(async () => expect(await countOf(session)).toBe(2));
    await publishMark(session.id, { id: third, status: 'PRESENT', version: 1 });
    await publishMark(session.id, { status: 'PRESENT' });
    await eventually(async () => expect(await countOf(session)).toBe(3));
    const kept = world.database.collection<{ _id: string }>('marks');
    expect(await kept.findOne({ _id: third })).toMatchObject({ status: 'ABSENT', version: 2 });
  });

  it('a deleted account, by storing a placeholder name', async () => {
    const { teacher, courseId, id } = await room.open();
    const student = world.people.student();
    room.giveEnrollment(student, courseId);
    const tell = (more: object) =>
      world.bus.publish(
        createEvent(userChanged, teacher.id, { ...samples.teacherChanged, id: teacher.id, ...more }),
      );
    const nameSeen = async () => (await room.get(student, id)).body.teacher.name;
    await tell({ name: 'Ada Lovelace', version: 1 });
    await eventually(async () => expect(await nameSeen()).toBe('Ada Lovelace'));
    await tell({ name: 'Deleted account', erased: true, version: 2 });
    await eventually(async () => expect(await nameSeen()).toBe('Deleted account'));
    const kept = world.database.collection<{ _id: string }>('people');
    expect(JSON.stringify(await kept.findOne({ _id: teacher.id }))).not.toContain('Lovelace');
  });

  it('courses and names, keeping the newest without extra requests', async () => {
    const teacher = world.people.teacher('Token Name');
    const courseId = newId();
    const tell = (name: string, version: number) => {
      const course = { ...samples.courseChanged, id: courseId, teacherId: teacher.id, name, version };
      return world.bus.publish(createEvent(courseChanged, courseId, course));
    };
    const user = { ...samples.teacherChanged, id: teacher.id, name: 'Fetched Name' };
    await world.bus.publish(createEvent(userChanged, teacher.id, user));
    await tell('New', 2);
    const { body } = await eventually(async () => {
      const answer = await room.create(teacher, room.newSession(courseId));
      expect(answer.body).toMatchObject({ course: { name: 'New' }, teacher: { name: 'Fetched Name' } });
      return answer;
    });
    await tell('Old', 1);
    const later = await room.open();
    await publishMark(later.id, { status: 'PRESENT' });
    await eventually(async () => expect(await countOf(later)).toBe(1));
    expect((await room.get(teacher, body._id)).body.course.name).toBe('New');
  });

  it('the start and end of enrollments', async () => {
    const { id, courseId } = await room.open();
    const student = world.people.student();
    const enrollment = { ...samples.membershipChanged, id: newId(), courseId, studentId: student.id };
    const tell = (active: boolean, version: number) =>
      world.bus.publish(createEvent(membershipChanged, enrollment.id, { ...enrollment, active, version }));
    await tell(true, 1);
    await eventually(async () => expect((await room.list(student)).body).toMatchObject([{ _id: id }]));
    await tell(false, 2);
    await eventually(async () => expect((await room.list(student)).body).toEqual([]));
    expect((await room.get(student, id)).status).toBe(404);
  });

  it('the end of an enrollment, which the next scan reflects despite the cache', async () => {
    const { code, courseId } = await room.open();
    const student = world.people.student();
    const enrollment = { ...samples.membershipChanged, id: newId(), courseId, studentId: student.id };
    const tell = (active: boolean, version: number) =>
      world.bus.publish(createEvent(membershipChanged, enrollment.id, { ...enrollment, active, version }));
    const isEnrolled = async () => (await room.verify(student, code)).body.enrolled;
    await tell(true, 1);
    await eventually(async () => expect(await isEnrolled()).toBe(true));
    await tell(false, 2);
    await eventually(async () => expect(await isEnrolled()).toBe(false));
  });
});
