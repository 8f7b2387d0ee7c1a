import type { CalendarClass, CoveredSection, Series, SeriesPreview } from '@qr-attendance/contracts';
import { attendanceMarked, courseChanged, membershipChanged } from '@qr-attendance/contracts/events';
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

const changeCourse = (id: string, more: object) =>
  world.neighbors.courses.set(id, { ...world.neighbors.courses.get(id)!, ...more });
const staff = (person: Person, role: string) => ({
  userId: person.id,
  role,
  addedBy: person.id,
  addedAt: '2026-09-01T08:00:00.000Z',
});

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
    ...samples.membershipChanged,
    id: newId(),
    courseId,
    studentId: student.id,
    periods: [
      {
        ...period!,
        sectionId: courseId,
      },
    ],
  };
  await world.bus.publish(createEvent(membershipChanged, enrollment.id, enrollment));
  world.neighbors.enrollments.push(enrollment);
};
const editOf = async (teacher: Person, id: string, more: object) => {
  const { version, date, startTime } = (await room.get(teacher, id)).body;
  return room.edit(teacher, id, { version, date, startTime, lateAfterMinutes: 10, ...more });
};

describe('a joint class of several courses', () => {
  it('is created by somebody who teaches in each course, and is named after all of them', async () => {
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

  it('must include the course in which it is created, and rejects unknown, archived or too many courses', async () => {
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

  it('is visible to and managed by the staff of each course, under their own course', async () => {
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

  it('shows the staff of one course the attendance count of only their students', async () => {
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

  it('can be scanned by students of each course, who see it as their own class', async () => {
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
        _id: body._id,
        course: { _id: courseId },
        enrolled: true,
      });
    }
    const stranger = world.people.student();
    expect((await room.get(stranger, body._id)).status).toBe(404);
    expect((await room.verify(stranger, body.qrCode)).body).toMatchObject({ enrolled: false });
  });

  it('can be changed only by somebody who teaches in each affected course', async () => {
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

describe('a joint series of several courses', () => {
  const today = Temporal.Now.plainDateISO('UTC');
  const dayIn = (days: number) => today.add({ days }).toString();
  const weekly = (courseId: string, sections: CoveredSection[], more: object = {}) => ({
    courseId,
    sections,
    firstDay: dayIn(2),
    lastDay: dayIn(40),
    slots: [
      {
        weekday: today.add({ days: 2 }).dayOfWeek,
        start: '09:00',
        end: '10:30',
      },
    ],
    ...more,
  });
  const ask = <Body>({ token }: Person, method: string, path: string, body?: unknown) =>
    call<Body & { code?: string }>(world.url(), method, path, { token, body });
  const plan = (teacher: Person, body: object) => ask<Series>(teacher, 'POST', '/api/series', body);
  const edit = (teacher: Person, { _id, version }: Series, rule: ReturnType<typeof weekly>) => {
    const { courseId: _course, ...body } = rule;
    return ask<Series>(teacher, 'PUT', `/api/series/${_id}`, { ...body, version });
  };
  const calendarOf = async (person: Person) =>
    (await ask<CalendarClass[]>(person, 'GET', `/api/calendar?from=${dayIn(0)}&to=${dayIn(40)}`)).body;
  const sectionsOf = async (teacher: Person, courseId: string) =>
    (await room.list(teacher, `?courseId=${courseId}&order=oldest`)).body.map(({ sections }) => sections);

  it('is planned by somebody who teaches in each course, and all its classes are joint', async () => {
    const { ada, blaise, both, first, second, covering } = openCourses();
    const joint = weekly(first, covering(first, second));
    for (const teacher of [ada, blaise]) {
      expect((await plan(teacher, joint)).status).toBe(404);
      expect((await ask(teacher, 'POST', '/api/series/preview', joint)).status).toBe(404);
    }
    expect((await plan(both, weekly(first, covering(second)))).body.code).toBe('section_of_other_course');
    const { status, body } = await plan(both, joint);
    expect(status).toBe(201);
    expect(body.rules.at(-1)?.courses).toMatchObject([{ _id: first }, { _id: second, name: 'Logic' }]);
    expect(await sectionsOf(both, first)).toEqual([covering(first, second), covering(first, second)]);
    for (const [teacher, courseId] of [
      [ada, first],
      [blaise, second],
    ] as const) {
      const [student, stranger] = [world.people.student(), world.people.student()];
      await enrollIn(student, courseId);
      await eventually(async () => expect(await calendarOf(student)).toHaveLength(6));
      for (const person of [student, teacher])
        expect((await calendarOf(person)).map(({ state, course }) => [state, course._id])).toEqual(
          ['scheduled', 'scheduled', 'planned', 'planned', 'planned', 'planned'].map((state) => [
            state,
            courseId,
          ]),
        );
      expect(await calendarOf(stranger)).toEqual([]);
      expect((await ask<Series[]>(teacher, 'GET', `/api/series?courseId=${courseId}`)).body).toHaveLength(1);
    }
  });

  it('conflicts with other classes of each course, including planned ones', async () => {
    const { blaise, both, first, second, covering } = openCourses();
    const own = weekly(second, []);
    const { body: ownSeries } = await plan(blaise, own);
    const joint = weekly(first, covering(first, second));
    const { body } = await ask<SeriesPreview>(both, 'POST', '/api/series/preview', joint);
    expect(body.classes).toHaveLength(6);
    for (const { conflicts } of body.classes)
      expect(conflicts).toMatchObject([{ kind: 'duplicate', course: { _id: second } }]);
    expect((await plan(both, joint)).body.code).toBe('series_duplicates');
    expect((await plan(both, { ...joint, confirmed: true })).status).toBe(201);
    const changed = { ...own, seriesId: ownSeries._id };
    const { body: later } = await ask<SeriesPreview>(blaise, 'POST', '/api/series/preview', changed);
    for (const { conflicts } of later.classes)
      expect(conflicts).toMatchObject([{ kind: 'duplicate', course: { _id: second } }]);
  });

  it('can be changed by teachers of any of its courses, who can remove only their own course', async () => {
    const { ada, blaise, both, first, second, covering } = openCourses();
    const joint = weekly(first, covering(first, second));
    const { body: series } = await plan(both, joint);
    const stranger = world.people.teacher();
    for (const path of [`/api/series/${series._id}/end`, `/api/series/${series._id}/classes`])
      expect((await ask(stranger, 'POST', path, { key: '1' })).status).toBe(404);
    const later = { ...joint, lateAfterMinutes: 20 };
    const { status, body: changed } = await edit(blaise, series, later);
    expect([status, changed.version]).toEqual([200, 2]);
    expect((await edit(ada, changed, { ...later, sections: covering(first) })).status).toBe(404);
    const { body: alone, status: left } = await edit(blaise, changed, {
      ...later,
      sections: covering(first),
    });
    expect(left).toBe(200);
    await eventually(async () =>
      expect(await sectionsOf(ada, first)).toEqual([covering(first), covering(first)]),
    );
    expect((await ask<Series[]>(blaise, 'GET', `/api/series?courseId=${second}`)).body).toEqual([]);
    expect(await calendarOf(blaise)).toEqual([]);
    // Undoing the edit requires a role in both courses.
    expect((await edit(blaise, alone, later)).status).toBe(404);
    expect((await edit(ada, alone, later)).status).toBe(404);
    expect((await edit(both, alone, later)).status).toBe(200);
  });

  it('stays joint when its planner leaves one course, and continues without an archived course', async () => {
    const { ada, both, first, second, covering } = openCourses();
    await plan(both, weekly(first, covering(first, second)));
    const publish = async (more: object, version: number) => {
      changeCourse(second, { ...more, version });
      const course = world.neighbors.courses.get(second)!;
      await world.bus.publish(createEvent(courseChanged, second, course));
    };
    const keys = async () => (await calendarOf(ada)).filter(({ state }) => state === 'planned');
    const create = async () => {
      const [next] = await keys();
      const { body } = await ask<{ sections: CoveredSection[]; teacher: { _id: string } }>(
        ...([ada, 'POST', `/api/series/${next?.series?.id}/classes`, { key: next?.series?.key }] as const),
      );
      return body;
    };
    await publish({ staff: [] }, 10);
    expect((await create()).sections).toEqual(covering(first, second));
    await publish({ archived: true }, 11);
    await eventually(async () => {
      for (const sections of await sectionsOf(ada, first)) expect(sections).toEqual(covering(first));
    });
    expect((await create()).sections).toEqual(covering(first));
    await publish({ archived: false }, 12);
    await eventually(async () => {
      for (const sections of await sectionsOf(ada, first)) expect(sections).toEqual(covering(first, second));
    });
  });

  it('keeps the courses of a class in which somebody is marked before it starts', async () => {
    const { both, first, second, covering } = openCourses();
    const joint = weekly(first, covering(first, second));
    const { body: series } = await plan(both, joint);
    const [next] = (await room.list(both, `?courseId=${first}&order=oldest`)).body;
    const id = `${next!._id}-${world.people.student().id}`;
    const mark = { ...samples.attendanceMarked, id, sessionId: next!._id, status: 'PRESENT' as const };
    await world.bus.publish(createEvent(attendanceMarked, id, mark));
    await eventually(async () => expect((await room.get(both, next!._id)).body.attendanceCount).toBe(1));
    expect((await edit(both, series, { ...joint, sections: covering(first) })).status).toBe(200);
    await eventually(async () =>
      expect(await sectionsOf(both, first)).toEqual([covering(first, second), covering(first)]),
    );
    const back = await ask(both, 'POST', `/api/sessions/${next!._id}/follow-series`);
    expect(back.body.code).toBe('joint_class_has_marks');
  });
});
