import type { CalendarClass, Series, SeriesPreview } from '@qr-attendance/contracts';
import { membershipChanged } from '@qr-attendance/contracts/events';
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

const openCourse = () => {
  const teacher = world.people.teacher();
  const courseId = room.giveCourse(teacher);
  const [lab, old] = [newId(), newId()];
  const sections = [
    { id: courseId, name: 'A' },
    { id: lab, name: 'B' },
    { id: old, name: 'C', archived: true },
  ];
  world.neighbors.courses.set(courseId, { ...world.neighbors.courses.get(courseId)!, sections });
  const covering = (...ids: string[]) => ids.map((sectionId) => ({ courseId, sectionId }));
  return { teacher, courseId, lab, old, covering };
};
const enrollIn = async (student: Person, courseId: string, sectionId: string) => {
  const [period] = samples.membershipChanged.periods;
  const enrollment = {
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
  await world.bus.publish(createEvent(membershipChanged, enrollment.id, enrollment));
};

describe('a session of chosen sections', () => {
  it('is visible only to the students of these sections (mod_attendance #193)', async () => {
    const { teacher, courseId, lab, covering } = openCourse();
    const [first, second] = [world.people.student(), world.people.student()];
    await enrollIn(first, courseId, courseId);
    await enrollIn(second, courseId, lab);
    const ofAll = (await room.create(teacher, room.newSession(courseId))).body;
    const ofLab = (await room.create(teacher, room.newSession(courseId, { sections: covering(lab) }))).body;
    expect(ofLab.sections).toEqual(covering(lab));
    expect(ofAll).not.toHaveProperty('sections');

    const idsSeenBy = async (person: Person) =>
      (await room.list(person)).body.map(({ _id }) => _id).toSorted();
    await eventually(async () => expect(await idsSeenBy(second)).toEqual([ofAll._id, ofLab._id].toSorted()));
    await eventually(async () => expect(await idsSeenBy(first)).toEqual([ofAll._id]));
    const calendarOf = async ({ token }: Person) => {
      const path = '/api/calendar?from=2026-09-14&to=2026-09-14';
      const { body } = await call<{ sessionId?: string }[]>(world.url(), 'GET', path, { token });
      return body.map(({ sessionId }) => sessionId).toSorted();
    };
    expect(await calendarOf(first)).toEqual([ofAll._id]);
    expect(await calendarOf(second)).toEqual([ofAll._id, ofLab._id].toSorted());
    expect((await room.get(second, ofLab._id)).status).toBe(200);
    expect((await room.get(first, ofLab._id)).status).toBe(404);
    expect(await idsSeenBy(teacher)).toHaveLength(2);
  });

  it('can be changed to other or all sections, and keeps them if an edit omits sections', async () => {
    const { teacher, courseId, lab, covering } = openCourse();
    const created = (await room.create(teacher, room.newSession(courseId, { sections: covering(lab) }))).body;
    const edit = async (more: object) => {
      const { version, date, startTime } = (await room.get(teacher, created._id)).body;
      return room.edit(teacher, created._id, {
        version,
        date,
        startTime,
        lateAfterMinutes: 10,
        ...more,
      });
    };
    expect((await edit({ lateAfterMinutes: 20 })).body.sections).toEqual(covering(lab));
    expect((await edit({ sections: covering(courseId) })).body.sections).toEqual(covering(courseId));
    await eventually(() => {
      const { revisions = [] } = world.lastSeen(created._id).at(-1)?.session ?? {};
      expect(revisions.map(({ sections }) => sections)).toEqual([
        covering(lab),
        covering(lab),
        covering(courseId),
      ]);
    });
    expect((await edit({ sections: [] })).body).not.toHaveProperty('sections');
    expect((await room.get(teacher, created._id)).body).not.toHaveProperty('sections');
  });

  it('rejects archived sections and sections of other courses', async () => {
    const { teacher, courseId, old, covering } = openCourse();
    const create = (sections: unknown) => room.create(teacher, room.newSession(courseId, { sections }));
    expect((await create(covering(old))).body).toMatchObject({ code: 'section_archived' });
    expect((await create(covering(newId()))).status).toBe(404);
    const other = [{ courseId: newId(), sectionId: courseId }];
    expect((await create(other)).body).toMatchObject({ code: 'section_of_other_course' });
    expect((await create(['B'])).status).toBe(400);
  });
});

describe('a series for selected sections', () => {
  const today = new Date();
  const dayIn = (days: number) => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const weekdayOf = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay() || 7;
  const weekly = (courseId: string, more: object = {}) => ({
    courseId,
    firstDay: dayIn(2),
    lastDay: dayIn(40),
    slots: [
      {
        weekday: weekdayOf(dayIn(2)),
        start: '09:00',
        end: '10:30',
      },
    ],
    ...more,
  });
  const ask = <Body>({ token }: Person, method: string, path: string, body?: unknown) =>
    call<Body & { code?: string }>(world.url(), method, path, { token, body });
  const create = (teacher: Person, body: object) => ask<Series>(teacher, 'POST', '/api/series', body);
  const classesOf = async (person: Person) =>
    (await ask<CalendarClass[]>(person, 'GET', `/api/calendar?from=${dayIn(0)}&to=${dayIn(40)}`)).body;

  it('is visible only to the students of these sections, even for planned dates (mod_attendance #717)', async () => {
    const { teacher, courseId, lab, covering } = openCourse();
    const [first, second] = [world.people.student(), world.people.student()];
    await enrollIn(first, courseId, courseId);
    await enrollIn(second, courseId, lab);
    expect((await create(teacher, weekly(courseId, { sections: covering(lab) }))).status).toBe(201);
    await eventually(async () => {
      const states = (await classesOf(second)).map(({ state }) => state);
      expect(states).toEqual(['scheduled', 'scheduled', 'planned', 'planned', 'planned', 'planned']);
    });
    expect(await classesOf(first)).toEqual([]);
    for (const session of (await room.list(teacher, `?courseId=${courseId}`)).body)
      expect(session.sections).toEqual(covering(lab));
  });

  it('applies new sections to all classes except those that were changed individually', async () => {
    const { teacher, courseId, lab, covering } = openCourse();
    const { body: series } = await create(teacher, weekly(courseId, { sections: covering(lab) }));
    const list = async () => (await room.list(teacher, `?courseId=${courseId}&order=oldest`)).body;
    const [own] = await list();
    const { version, date, startTime, endTime } = own!;
    await room.edit(teacher, own!._id, {
      version,
      date,
      startTime,
      endTime,
      lateAfterMinutes: 10,
      sections: [],
    });
    const { courseId: _course, ...rule } = weekly(courseId, { sections: covering(courseId) });
    const edited = await ask<Series>(teacher, 'PUT', `/api/series/${series._id}`, {
      ...rule,
      version: series.version,
    });
    expect(edited.status).toBe(200);
    await eventually(async () =>
      expect((await list()).map(({ sections }) => sections)).toEqual([undefined, covering(courseId)]),
    );
  });

  it('may meet at the same time as another section of its course, but not twice', async () => {
    const { teacher, courseId, lab, covering } = openCourse();
    expect((await create(teacher, weekly(courseId, { sections: covering(lab) }))).status).toBe(201);
    const conflictsOf = async (sectionIds: string[]) => {
      const preview = await ask<SeriesPreview>(
        teacher,
        'POST',
        '/api/series/preview',
        weekly(courseId, { sections: covering(...sectionIds) }),
      );
      return [...new Set(preview.body.classes.flatMap(({ conflicts }) => conflicts.map(({ kind }) => kind)))];
    };
    expect(await conflictsOf([courseId])).toEqual([]);
    expect(await conflictsOf([lab])).toEqual(['duplicate']);
    expect(await conflictsOf([])).toEqual(['duplicate']);
    expect((await create(teacher, weekly(courseId, { sections: covering(lab) }))).body.code).toBe(
      'series_duplicates',
    );
    expect((await create(teacher, weekly(courseId, { sections: covering(courseId) }))).status).toBe(201);
  });

  it('rejects archived sections and sections of other courses', async () => {
    const { teacher, courseId, old, covering } = openCourse();
    expect((await create(teacher, weekly(courseId, { sections: covering(old) }))).body.code).toBe(
      'section_archived',
    );
    expect((await create(teacher, weekly(courseId, { sections: covering(newId()) }))).status).toBe(404);
    expect((await create(teacher, weekly(courseId, { sections: ['B'] }))).status).toBe(400);
  });
});
