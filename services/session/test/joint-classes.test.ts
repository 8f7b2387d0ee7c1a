import type { CalendarClass, CoveredSection } from '@qr-attendance/contracts';
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
}, 60_000);
afterAll(() => world.close());

const changeCourse = (id: string, more: object) =>
  world.neighbors.courses.set(id, { ...world.neighbors.courses.get(id)!, ...more });
const staff = (person: Person, role: string) => ({
  ...{ userId: person.id, role, addedBy: person.id, addedAt: '2026-09-01T08:00:00.000Z' },
});

/** Two courses, each with its owner and a section of its own; `both` teaches in the two. */
const openCourses = () => {
  const [ada, blaise, both] = [world.people.teacher(), world.people.teacher(), world.people.teacher()];
  const [first, second] = [room.giveCourse(ada, 'Algorithms'), room.giveCourse(blaise, 'Logic')];
  for (const [id, name] of [
    [first, 'A'],
    [second, 'B'],
  ] as const)
    changeCourse(id, { sections: [{ id, name }], staff: [staff(both, 'co-teacher')] });
  const covering = (...ids: string[]): CoveredSection[] => ids.map((id) => ({ courseId: id, sectionId: id }));
  const create = (teacher: Person, sections: unknown, more: object = {}) =>
    room.create(teacher, room.newSession(first, { sections, ...more }));
  const running = { date: new Date().toISOString().slice(0, 10), startTime: new Date().toISOString() };
  return { ada, blaise, both, first, second, covering, create, running };
};
const enrollIn = async (student: Person, courseId: string) => {
  const [period] = samples.membershipChanged.periods;
  const enrollment = {
    ...{ ...samples.membershipChanged, id: newId(), courseId, studentId: student.id },
    periods: [{ ...period!, sectionId: courseId }],
  };
  await world.bus.publish(createEvent(membershipChanged, enrollment.id, enrollment));
  world.neighbors.enrollments.push(enrollment);
};
const editOf = async (teacher: Person, id: string, more: object) => {
  const { version, date, startTime } = (await room.get(teacher, id)).body;
  return room.edit(teacher, id, { version, date, startTime, lateAfterMinutes: 10, ...more });
};

describe('a joint class of several courses', () => {
  it('is created by somebody who teaches in each, and is named with all courses', async () => {
    const { ada, both, first, second, covering, create } = openCourses();
    const { status, body } = await create(both, covering(first, second));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      course: { _id: first },
      sections: covering(first, second),
      courses: [
        { _id: first, name: 'Algorithms', sections: [{ id: first, name: 'A' }] },
        { _id: second, name: 'Logic', sections: [{ id: second, name: 'B' }] },
      ],
    });
    expect((await create(ada, covering(first, second))).status).toBe(404);
    await eventually(() =>
      expect(world.lastSeen(body._id).at(-1)?.session.sections).toEqual(covering(first, second)),
    );
  });

  it('needs its own course, known and open ones, and not too many', async () => {
    const { both, first, second, covering, create } = openCourses();
    expect((await create(both, covering(second))).body).toMatchObject({ code: 'section_of_other_course' });
    expect((await create(both, [...covering(first), { courseId: second, sectionId: newId() }])).status).toBe(
      404,
    );
    expect((await create(both, covering(first, newId()))).status).toBe(404);
    const others = Array.from({ length: 8 }, () => newId());
    expect((await create(both, covering(first, ...others))).body).toMatchObject({ code: 'too_many_courses' });
    changeCourse(second, { archived: true, version: 9 });
    expect((await create(both, covering(first, second))).body).toMatchObject({ code: 'course_archived' });
  });

  it('is listed, shown and managed by staff of each course, under their own course', async () => {
    const { blaise, both, second, first, covering, create, running } = openCourses();
    const { body } = await create(both, covering(first, second), running);
    const stranger = world.people.teacher();
    expect((await room.list(stranger)).body).toEqual([]);
    expect((await room.get(stranger, body._id)).status).toBe(404);
    for (const list of [await room.list(blaise), await room.list(blaise, `?courseId=${second}`)])
      expect(list.body).toMatchObject([{ _id: body._id, course: { _id: second }, attendanceCount: 0 }]);
    expect((await room.list(both)).body.map(({ _id }) => _id)).toEqual([body._id]);
    expect((await room.refresh(blaise, body._id)).status).toBe(200);
    const day = running.date;
    const { body: calendar } = await call<CalendarClass[]>(
      ...([world.url(), 'GET', `/api/calendar?from=${day}&to=${day}`, { token: blaise.token }] as const),
    );
    expect(calendar).toMatchObject([{ sessionId: body._id, course: { _id: second } }]);
    expect((await room.cancel(blaise, body._id)).body).toMatchObject({ state: 'canceled' });
    expect((await room.get(both, body._id)).body).toMatchObject({ state: 'canceled' });
    expect((await room.reopen(both, body._id)).body).toMatchObject({ state: 'running' });
    expect((await room.end(blaise, body._id)).body).toMatchObject({ state: 'ended' });
  });

  it('counts for staff of one course only those who attended of it', async () => {
    const { ada, blaise, both, first, second, covering, create, running } = openCourses();
    const { body } = await create(both, covering(first, second), running);
    for (const courseId of [first, second, second]) {
      const student = world.people.student();
      await enrollIn(student, courseId);
      const id = `${body._id}-${student.id}`;
      const mark = { ...samples.attendanceMarked, id, sessionId: body._id, courseId, studentId: student.id };
      await world.bus.publish(createEvent(attendanceMarked, id, { ...mark, status: 'PRESENT' }));
    }
    const counts = async () =>
      Promise.all(
        [ada, blaise, both].map(async (one) => (await room.get(one, body._id)).body.attendanceCount),
      );
    await eventually(async () => expect(await counts()).toEqual([1, 2, 3]));
  });

  it('is scanned by students of each course, who see it as a class of their own', async () => {
    const { both, first, second, covering, create, running } = openCourses();
    const { body } = await create(both, covering(first, second), running);
    for (const courseId of [first, second]) {
      const student = world.people.student();
      await enrollIn(student, courseId);
      await eventually(async () =>
        expect((await room.list(student)).body).toMatchObject([{ _id: body._id, course: { _id: courseId } }]),
      );
      expect((await room.get(student, body._id)).status).toBe(200);
      expect((await room.verify(student, body.qrCode)).body).toMatchObject({
        ...{ _id: body._id, course: { _id: courseId }, enrolled: true },
      });
    }
    const stranger = world.people.student();
    expect((await room.get(stranger, body._id)).status).toBe(404);
    expect((await room.verify(stranger, body.qrCode)).body).toMatchObject({ enrolled: false });
  });

  it('is changed by who teaches in each course whose sections change', async () => {
    const { ada, blaise, both, first, second, covering, create, running } = openCourses();
    const { body } = await create(both, covering(first), running);
    expect((await editOf(ada, body._id, { sections: covering(first, second) })).status).toBe(404);
    expect((await editOf(both, body._id, { sections: covering(first, second) })).body).toMatchObject({
      sections: covering(first, second),
    });
    // Teachers of one of the courses can edit everything else.
    const later = { sections: covering(first, second), lateAfterMinutes: 20 };
    expect((await editOf(blaise, body._id, later)).body).toMatchObject({ lateAfterMinutes: 20 });
    for (const teacher of [ada, blaise])
      expect((await editOf(teacher, body._id, { sections: covering(first) })).status).toBe(
        teacher === blaise ? 200 : 404,
      );
  });

  it('keeps its courses once somebody is marked', async () => {
    const { both, first, second, covering, create, running } = openCourses();
    const { body } = await create(both, covering(first, second), running);
    const id = `${body._id}-${world.people.student().id}`;
    const mark = { ...samples.attendanceMarked, id, sessionId: body._id, status: 'PRESENT' as const };
    await world.bus.publish(createEvent(attendanceMarked, id, mark));
    await eventually(async () => expect((await room.get(both, body._id)).body.attendanceCount).toBe(1));
    for (const sections of [covering(first), []])
      expect((await editOf(both, body._id, { sections })).body).toMatchObject({
        code: 'joint_class_has_marks',
      });
  });
});
