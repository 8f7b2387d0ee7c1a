import { attendanceMarked, membershipChanged } from '@qr-attendance/contracts/events';
import { samples } from '@qr-attendance/contracts/samples';
import { createEvent } from '@qr-attendance/messaging';
import { call, eventually, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClass, newId } from './support/class.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
let room: ReturnType<typeof createClass>;
beforeAll(async () => {
  world = await startWorld();
  room = createClass(world);
});
afterAll(() => world.close());

const openCourse = async () => {
  const [teacher, assistant] = [world.people.teacher(), world.people.teacher()];
  const courseId = room.giveCourse(teacher);
  const other = newId();
  world.neighbors.courses.set(courseId, {
    ...world.neighbors.courses.get(courseId)!,
    sections: [
      { id: courseId, name: 'A' },
      { id: other, name: 'B' },
    ],
    staff: [
      {
        userId: assistant.id,
        role: 'assistant',
        sectionIds: [courseId],
        addedBy: teacher.id,
        addedAt: '2026-09-01T08:00:00.000Z',
      },
    ],
  });
  const create = async (...sectionIds: string[]) => {
    const sections = sectionIds.map((sectionId) => ({ courseId, sectionId }));
    const startTime = new Date().toISOString();
    return (await room.create(teacher, room.newSession(courseId, { sections, startTime }))).body;
  };
  const [ofAll, ofA, ofB] = [await create(), await create(courseId), await create(other)];
  return { teacher, assistant, courseId, other, create, ofAll, ofA, ofB };
};
const idsOf = (rows: { _id: string }[]) => rows.map(({ _id }) => _id).toSorted();

describe('an assistant of a section', () => {
  it('sees no class of other sections in lists, the calendar and its feed (mod_attendance #714)', async () => {
    const { teacher, assistant, ofAll, ofA, ofB } = await openCourse();
    const own = [ofAll._id, ofA._id].toSorted();
    await eventually(async () => expect(idsOf((await room.list(assistant)).body)).toEqual(own));
    expect((await room.list(teacher)).body).toHaveLength(3);
    const day = new Date().toISOString().slice(0, 10);
    const around = [-1, 1].map((days) =>
      new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10),
    );
    const calendarOf = async ({ token }: Person) => {
      const path = `/api/calendar?from=${around[0]}&to=${around[1]}`;
      const { body } = await call<{ sessionId: string }[]>(world.url(), 'GET', path, { token });
      return body.map(({ sessionId }) => sessionId).toSorted();
    };
    expect(await calendarOf(assistant)).toEqual(own);
    expect(await calendarOf(teacher)).toHaveLength(3);
    const feedOf = async ({ token }: Person) => {
      const { body } = await call<{ path: string }>(world.url(), 'POST', '/api/calendar/feed', { token });
      return (await fetch(world.url() + body.path)).text();
    };
    expect(await feedOf(assistant)).not.toContain(ofB._id);
    expect(await feedOf(teacher)).toContain(ofB._id);
    expect((await room.get(assistant, ofB._id)).status).toBe(404);
    expect((await room.get(assistant, ofA._id)).status).toBe(200);
  });

  it('cannot see the code of a class of other sections', async () => {
    const { assistant, ofA, ofB } = await openCourse();
    expect((await room.refresh(assistant, ofB._id)).status).toBe(404);
    expect((await room.refresh(assistant, ofA._id)).status).toBe(200);
  });

  it('sees counts of only their own students in a class of all sections', async () => {
    const { teacher, assistant, courseId, other, ofAll } = await openCourse();
    const [first, second] = [world.people.student(), world.people.student()];
    const [period] = samples.membershipChanged.periods;
    for (const [student, sectionId] of [
      [first, courseId],
      [second, other],
    ] as const) {
      const membership = {
        ...samples.membershipChanged,
        id: newId(),
        courseId,
        studentId: student.id,
        periods: [
          {
            ...period!,
            sectionId,
          },
        ],
      };
      await world.bus.publish(createEvent(membershipChanged, membership.id, membership));
      const id = `${ofAll._id}-${student.id}`;
      const mark = { ...samples.attendanceMarked, id, sessionId: ofAll._id, studentId: student.id };
      await world.bus.publish(createEvent(attendanceMarked, id, mark));
    }
    await eventually(async () => {
      expect((await room.get(teacher, ofAll._id)).body.attendanceCount).toBe(2);
      expect((await room.get(assistant, ofAll._id)).body.attendanceCount).toBe(1);
    });
  });

  it('sees counts of students who were in the section on the day of the class', async () => {
    const { assistant, courseId, other, ofAll } = await openCourse();
    const [left, came] = [world.people.student(), world.people.student()];
    const [period] = samples.membershipChanged.periods;
    const until = (moment: string) => ({
      ended: moment,
      end: { how: 'MOVED' as const, recordedAt: moment, by: null },
    });
    const later = new Date(Date.now() + 2 * 86_400_000).toISOString();
    for (const [student, before, after] of [
      [left, courseId, other],
      [came, other, courseId],
    ] as const) {
      const membership = {
        ...samples.membershipChanged,
        id: newId(),
        courseId,
        studentId: student.id,
        periods: [
          { ...period!, sectionId: before, ...until(later) },
          { ...period!, sectionId: after, began: later },
        ],
      };
      await world.bus.publish(createEvent(membershipChanged, membership.id, membership));
    }
    const mark = async (student: Person, status: 'PRESENT' | 'LATE') => {
      const id = `${ofAll._id}-${student.id}`;
      const event = { ...samples.attendanceMarked, id, sessionId: ofAll._id, studentId: student.id, status };
      await world.bus.publish(createEvent(attendanceMarked, id, event));
      await eventually(async () =>
        expect(await world.database.collection<{ _id: string }>('marks').findOne({ _id: id })).toBeTruthy(),
      );
    };
    await mark(came, 'PRESENT');
    expect((await room.get(assistant, ofAll._id)).body.attendanceCount).toBe(0);
    await mark(left, 'LATE');
    await eventually(async () => expect((await room.get(assistant, ofAll._id)).body.attendanceCount).toBe(1));
  });

  it('sees only their own sections among those that a class covers', async () => {
    const { teacher, assistant, courseId, other, create } = await openCourse();
    const ofBoth = await create(courseId, other);
    expect((await room.get(teacher, ofBoth._id)).body.sections).toHaveLength(2);
    expect((await room.get(assistant, ofBoth._id)).body.sections).toEqual([
      { courseId, sectionId: courseId },
    ]);
  });
});
