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
}, 60_000);
afterAll(() => world.close());

/** A course with the sections A and B, and with one that is archived. */
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
    ...{ ...samples.membershipChanged, id: newId(), courseId, studentId: student.id },
    periods: [{ ...period!, sectionId }],
  };
  await world.bus.publish(createEvent(membershipChanged, enrollment.id, enrollment));
};

describe('a session of chosen sections', () => {
  it('is listed and shown to the students of these sections alone (mod_attendance #193)', async () => {
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

  it('can be changed to others and to all, and keeps them when an edit does not name any', async () => {
    const { teacher, courseId, lab, covering } = openCourse();
    const created = (await room.create(teacher, room.newSession(courseId, { sections: covering(lab) }))).body;
    const edit = async (more: object) => {
      const { version, date, startTime } = (await room.get(teacher, created._id)).body;
      return room.edit(teacher, created._id, {
        ...{ version, date, startTime, lateAfterMinutes: 10, ...more },
      });
    };
    expect((await edit({ lateAfterMinutes: 20 })).body.sections).toEqual(covering(lab));
    expect((await edit({ sections: covering(courseId) })).body.sections).toEqual(covering(courseId));
    expect((await edit({ sections: [] })).body).not.toHaveProperty('sections');
    expect((await room.get(teacher, created._id)).body).not.toHaveProperty('sections');
  });

  it('needs sections of its course that are not archived', async () => {
    const { teacher, courseId, old, covering } = openCourse();
    const create = (sections: unknown) => room.create(teacher, room.newSession(courseId, { sections }));
    expect((await create(covering(old))).body).toMatchObject({ code: 'section_archived' });
    expect((await create(covering(newId()))).status).toBe(404);
    const other = [{ courseId: newId(), sectionId: courseId }];
    expect((await create(other)).body).toMatchObject({ code: 'section_of_other_course' });
    expect((await create(['B'])).status).toBe(400);
  });
});
