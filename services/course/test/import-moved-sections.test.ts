import { call, eventually } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { csv, newId, type Office, openOffice, SECTIONS } from './support/office.ts';
import { dayIn, weekdayIn } from './support/timetable.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());

const TIMES = 'section_id,weekday,starts,ends,first_day,last_day,id';
const WITH_PREVIOUS = `${SECTIONS},previous_id`;
type SectionLine = (string | number)[];
const lineOf = (section: string, name: string, course: string, more: string[] = []): SectionLine => [
  section,
  name,
  course,
  course,
  `Course ${course}`,
  3,
  ...more,
];

const importCourse = async () => {
  const [course, a, b] = [newId(), newId(), newId()];
  const [student] = await office.importPeople('student', 1);
  const [teacher, assistant] = await office.importPeople('staff', 2);
  const lines = [lineOf(a, 'A', course), lineOf(b, 'B', course)];
  const run = await office.apply('sections', csv(SECTIONS, lines));
  await office.apply(
    'staff',
    csv('person,role,scope,scopeId', [
      [teacher?.id ?? '', 'owner', 'course', course],
      [assistant?.id ?? '', 'assistant', 'section', a],
    ]),
  );
  await office.apply('memberships', csv('section,person', [[a, student?.id ?? '']]));
  const classes = csv(TIMES, [[a, weekdayIn(3), '09:00', '10:30', dayIn(1), dayIn(30), 'lecture']]);
  await office.apply('timetable', classes);
  return { course, a, b, lines, run, student, teacher, assistant, classes };
};

const idOf = async (course: string): Promise<string> =>
  (await office.storedCourse(course))?._id.toHexString() ?? '';
const sectionsOf = async (course: string): Promise<(string | undefined)[]> =>
  ((await office.storedCourse(course))?.sections ?? []).flatMap(({ externalId, archived }) =>
    archived ? [] : externalId,
  );
const membersOf = async (course: string): Promise<string[]> => {
  const stored = await office.storedCourse(course);
  const found = await office.database
    .collection<{ studentId: string }>('enrollments')
    .find({ courseId: stored?._id, active: true } as object)
    .toArray();
  return found.map(({ studentId }) => studentId);
};
const assistantsOf = async (course: string): Promise<string[]> =>
  ((await office.storedCourse(course))?.staff ?? []).map(({ userId }) => userId);

const ask = <Body>(user: string | undefined, method: string, path: string, body?: object) =>
  call<Body>(office.services.urls.session, method, path, { token: office.tokenOf(user ?? ''), body });
interface Class {
  _id: string;
  date: string;
  sections?: { sectionId: string }[];
}
const classesOf = async (user: string | undefined, course: string): Promise<Class[]> =>
  (await ask<Class[]>(user, 'GET', `/api/sessions?courseId=${await idOf(course)}`)).body;
const seriesOf = async (user: string | undefined, course: string): Promise<object[]> =>
  (await ask<object[]>(user, 'GET', `/api/series?courseId=${await idOf(course)}`)).body;
const holdClass = async (user: string | undefined, course: string, sectionId: string) => {
  const courseId = await idOf(course);
  const session = {
    courseId,
    sections: [
      {
        courseId,
        sectionId,
      },
    ],
    useLocation: false,
    date: dayIn(0),
    startTime: new Date().toISOString(),
    endTime: new Date(Date.now() + 36e5).toISOString(),
  };
  const { status, body } = await ask<{ _id: string }>(user, 'POST', '/api/sessions', session);
  expect([status, body]).toEqual([201, expect.anything()]);
  await ask(user, 'POST', `/api/sessions/${body._id}/refresh`, {});
};

describe('rule 12: a section that a file states in another course', () => {
  it('moves with its members, staff and classes, and moves back when the file is undone', async () => {
    const { course, a, b, student, teacher, assistant, classes } = await importCourse();
    await eventually(async () => expect(await classesOf(teacher?.user, course)).not.toEqual([]));
    const [first] = await classesOf(teacher?.user, course);
    const [sectionId] = (await office.storedCourse(course))?.sections.map(({ id }) => id) ?? [];

    const other = newId();
    const run = await office.apply('sections', csv(SECTIONS, [lineOf(a, 'A', other)]));
    expect(run).toMatchObject({ state: 'done', applied: { added: 1, error: 0 } });
    await office.apply(
      'staff',
      csv('person,role,scope,scopeId', [[teacher?.id ?? '', 'owner', 'course', other]]),
    );
    expect([await sectionsOf(course), await sectionsOf(other)]).toEqual([[b], [a]]);
    expect((await office.storedCourse(other))?.sections[0]?.id).toBe(sectionId);
    expect([await membersOf(course), await membersOf(other)]).toEqual([[], [student?.user]]);
    expect([await assistantsOf(course), await assistantsOf(other)]).toEqual([[], [assistant?.user]]);
    await eventually(async () => {
      expect(await classesOf(teacher?.user, course)).toEqual([]);
      expect((await classesOf(teacher?.user, other)).map(({ _id }) => _id)).toContain(first?._id);
    });
    expect(await seriesOf(teacher?.user, course)).toEqual([]);
    // After the move, files state the same about the section.
    for (const [kind, file] of [
      ['memberships', csv('section,person', [[a, student?.id ?? '']])],
      ['timetable', classes],
      ['sections', csv(SECTIONS, [lineOf(a, 'A', other)])],
    ] as const)
      expect(await office.apply(kind, file)).toMatchObject({ applied: { unchanged: 1, error: 0 } });

    const [last] = (await office.ask<{ _id: string }[]>('GET', '/api/imports?limit=1')).body;
    await office.undo(last?._id ?? '');
    expect(await office.undo(run._id)).toMatchObject({ state: 'undone' });
    expect((await sectionsOf(course)).toSorted()).toEqual([a, b].toSorted());
    expect(await membersOf(course)).toEqual([student?.user]);
    expect(await assistantsOf(course)).toEqual([assistant?.user]);
    await eventually(async () =>
      expect((await classesOf(teacher?.user, course)).map(({ _id }) => _id)).toContain(first?._id),
    );
  });

  it('is reported once a class took place in it, and can move back only if no class took place', async () => {
    const { course, a, b, lines, teacher } = await importCourse();
    const other = newId();
    const moved = await office.apply('sections', csv(SECTIONS, [lineOf(b, 'B', other)]));
    expect(moved).toMatchObject({ applied: { added: 1, error: 0 } });
    await office.apply(
      'staff',
      csv('person,role,scope,scopeId', [[teacher?.id ?? '', 'owner', 'course', other]]),
    );
    const inOther = (await office.storedCourse(other))?.sections[0]?.id ?? '';
    const inCourse = (await office.storedCourse(course))?.sections.find(({ externalId }) => externalId === a);
    await eventually(() => holdClass(teacher?.user, other, inOther));
    await holdClass(teacher?.user, course, inCourse?.id ?? '');

    const run = await office.preview('sections', csv(SECTIONS, [lineOf(a, 'A', other)]));
    expect(run).toMatchObject({ preview: { error: 1, changed: 0 } });
    expect(run.examples).toMatchObject([{ problem: 'section_elsewhere', field: 'id' }]);
    expect(await office.undo(moved._id)).toMatchObject({ undo: { kept: 1 } });
    expect(await sectionsOf(other)).toEqual([b]);
    expect(await office.apply('sections', csv(SECTIONS, lines))).toMatchObject({
      applied: { unchanged: 1, error: 1 },
    });
  });

  it('is reported if one of its students is in another section of the course', async () => {
    const { a, student } = await importCourse();
    const [other, theirs] = [newId(), newId()];
    await office.apply('sections', csv(SECTIONS, [lineOf(theirs, 'T', other)]));
    await office.apply('memberships', csv('section,person', [[theirs, student?.id ?? '']]));
    const run = await office.preview('sections', csv(SECTIONS, [lineOf(a, 'A', other)]));
    expect(run.examples).toMatchObject([{ problem: 'overlaps' }]);
  });

  it('can leave a course without other sections, and the older import is then undone in the new course', async () => {
    const { course, ids, run } = await office.importCourse(1);
    const [section = ''] = ids;
    const other = newId();
    const moved = await office.apply('sections', csv(SECTIONS, [lineOf(section, '1', other)]));
    expect(moved).toMatchObject({ applied: { added: 1, error: 0 } });
    expect((await office.storedCourse(course))?.sections).toMatchObject([{ name: '1' }]);
    expect(await sectionsOf(course)).toEqual([]);
    await office.undo(run._id);
    expect(await sectionsOf(other)).toEqual([section]);
    await office.undo(moved._id);
    expect(await office.storedCourse(other)).toBeNull();
  });

  it('completes its move after a crash', async () => {
    const { course, a, b, student, assistant } = await importCourse();
    const other = newId();
    await office.apply('sections', csv(SECTIONS, [lineOf(newId(), 'T', other)]));
    const courses = office.database.collection('courses');
    // Simulates a crash after the new course was written.
    const [from, to] = [await office.storedCourse(course), await office.storedCourse(other)];
    const section = from?.sections.find(({ externalId }) => externalId === a);
    const update = {
      $push: {
        sections: section,
        arriving: { sectionId: section?.id, from: await idOf(course), by: assistant?.user },
      },
    };
    await courses.updateOne({ _id: to?._id } as object, update as object);
    await office.services.restart('course');
    await office.apply('sections', csv(SECTIONS, [lineOf(newId(), 'C', newId())]));
    expect(await sectionsOf(course)).toEqual([b]);
    expect(await sectionsOf(other)).toContain(a);
    expect([await membersOf(course), await membersOf(other)]).toEqual([[], [student?.user]]);
    expect([await assistantsOf(course), await assistantsOf(other)]).toEqual([[], [assistant?.user]]);
    expect(await courses.countDocuments({ arriving: { $exists: true } })).toBe(0);
  });
});

describe('rule 13: a previous ID of a section', () => {
  it('gives the section a new ID and keeps its members, and an undo restores the old ID', async () => {
    const { course, a, b, student, run } = await importCourse();
    const id = newId();
    const [before] = (await office.storedCourse(course))?.sections ?? [];
    const renamed = await office.apply('sections', csv(WITH_PREVIOUS, [lineOf(id, 'A', course, [a])]));
    expect(renamed).toMatchObject({ applied: { changed: 1, error: 0 } });
    expect((await office.storedCourse(course))?.sections[0]).toEqual({ ...before, externalId: id });
    expect(await office.apply('memberships', csv('section,person', [[id, student?.id ?? '']]))).toMatchObject(
      { applied: { unchanged: 1 } },
    );
    expect(await office.apply('memberships', csv('section,person', [[a, student?.id ?? '']]))).toMatchObject({
      applied: { unmatched: 1 },
    });
    const both = await office.preview('sections', csv(WITH_PREVIOUS, [lineOf(id, 'A', course, [b])]));
    expect(both.examples).toMatchObject([{ problem: 'both_known', field: 'previous' }]);
    await office.undo(renamed._id);
    expect((await office.storedCourse(course))?.sections[0]).toEqual(before);
    expect(await membersOf(course)).toEqual([student?.user]);
    expect(run.state).toBe('done');
  });

  it('can move the section to another course at the same time', async () => {
    const { course, a, b, student } = await importCourse();
    const [id, other] = [newId(), newId()];
    const run = await office.apply('sections', csv(WITH_PREVIOUS, [lineOf(id, 'A', other, [a])]));
    expect(run).toMatchObject({ applied: { added: 1, error: 0 } });
    expect([await sectionsOf(course), await sectionsOf(other)]).toEqual([[b], [id]]);
    expect(await membersOf(other)).toEqual([student?.user]);
    await office.undo(run._id);
    expect((await sectionsOf(course)).toSorted()).toEqual([a, b].toSorted());
    expect(await membersOf(course)).toEqual([student?.user]);
  });
});
