import type { ImportKind, ImportRun } from '@qr-attendance/contracts';
import { call, eventually } from '@qr-attendance/test-kit';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { csv, newId, type Office, openOffice, SECTIONS, type StoredCourse } from './support/office.ts';

let office: Office;
let services: Office['services'];
let database: Office['database'];
beforeAll(async () => {
  office = await openOffice();
  ({ services, database } = office);
});
afterAll(() => office.close());

const importStudents = async (count: number): Promise<string[]> =>
  (await office.importPeople('student', count)).map(({ id }) => id);
const importCourses = async (...sectionCounts: number[]): Promise<string[]> => {
  const lines = sectionCounts.flatMap((count) => {
    const course = newId();
    const lineOf = (index: number) => [newId(), String(index + 1), course, course, 'Optics', 3];
    return Array.from({ length: count }, (_section, index) => lineOf(index));
  });
  await office.apply('sections', csv(SECTIONS, lines));
  return lines.map(([section]) => String(section));
};
const importCourse = async (): Promise<[string, string]> => {
  const [one = '', two = ''] = await importCourses(2);
  return [one, two];
};
const courseOf = (section: string) =>
  database.collection<StoredCourse>('courses').findOne({ 'sections.externalId': section });

const studentsIn = async (section: string, among: string[]): Promise<string[]> => {
  const found = await office.findPeople(among);
  const course = await courseOf(section);
  const active = await database
    .collection<{ studentId: string }>('enrollments')
    .find({ courseId: course?._id, active: true } as object)
    .toArray();
  const ids = new Set(active.map(({ studentId }) => studentId));
  return among.filter((_id, index) => ids.has(found[index]?.id ?? ''));
};
const weekdaysOf = async (section: string): Promise<number[]> => {
  const course = await courseOf(section);
  const courseId = course?._id.toHexString();
  const sectionId = course?.sections.find(({ externalId }) => externalId === section)?.id;
  const { body } = await call<{ values: { weekday: number } | null }[]>(
    ...([services.urls.session, 'POST', '/internal/timetable/find'] as const),
    { token: services.internalToken, body: { sections: [{ courseId, sectionId }] } },
  );
  return body.flatMap(({ values }) => values?.weekday ?? []).toSorted();
};

const complete = { complete: true };
const apply = async (
  kind: ImportKind,
  file: string,
  interrupt?: (id: string) => Promise<void>,
): Promise<ImportRun> => {
  const run = await office.preview(kind, file, complete);
  await office.act(run._id, 'confirm', { changes: run.changesToConfirm });
  await interrupt?.(run._id);
  const applied = await office.settle(run._id);
  expect(applied.notEnded).toBe(run.notEnded);
  return applied;
};
/** Stops the import after a batch, restarts the service and continues the import. */
const applyAfterRestart = (kind: ImportKind, file: string): Promise<ImportRun> =>
  apply(kind, file, async (id) => {
    const imports = database.collection<{ state: string; job?: { position: { line: number } } }>('imports');
    await eventually(async () => {
      const stored = await imports.findOne({ _id: new mongoose.Types.ObjectId(id) } as object);
      expect(stored?.state).toBe('applying');
      expect(stored?.job?.position.line).toBeGreaterThan(50);
    });
    await office.act(id, 'stop');
    expect((await office.settle(id)).state).toBe('stopped');
    await services.restart('course');
    await office.act(id, 'confirm', {});
  });
/** Repeats the lines, so that several batches follow the first one. */
const MANY = 8_000;
const ways = [
  ['at once', apply, 1],
  ['after a restart', applyAfterRestart, MANY],
] as const;
const inBothWays = <Given>(cases: (readonly [what: string, given: Given])[]) =>
  cases.flatMap(([what, given]) => ways.map(([how, run, count]) => [what, how, given, run, count] as const));

describe('a complete file of memberships with a line that cannot be imported', () => {
  const MEMBERS = 'section,person,began';
  const importMembers = async () => {
    const [one, two] = await importCourse();
    const [stays = '', wrong = '', leaves = ''] = await importStudents(3);
    const students = [stays, wrong, leaves];
    await office.apply(
      'memberships',
      csv(
        MEMBERS,
        students.map((id) => [one, id, '2026-09-28']),
      ),
    );
    return { one, two, stays, wrong, leaves, students };
  };
  type Members = Awaited<ReturnType<typeof importMembers>>;

  it.each(
    inBothWays([
      ['its day is not valid', ({ one, wrong }: Members) => [one, wrong, '2026-13-28']],
      ['its person is unknown', ({ one, wrong }: Members) => [one, `${wrong}x`, '2026-09-28']],
    ]),
  )('ends no membership in its course if %s, %s', async (_what, _how, lineOf, run, count) => {
    const members = await importMembers();
    const { one, stays, students } = members;
    const others = await importMembers();
    const lines = [
      lineOf(members),
      [others.one, others.stays, '2026-09-28'],
      [others.one, others.wrong, '2026-09-28'],
      ...Array.from({ length: count }, () => [one, stays, '2026-09-28']),
    ];
    expect(await run('memberships', csv(MEMBERS, lines))).toMatchObject({
      state: 'done',
      preview: { ended: 1 },
      applied: { ended: 1 },
      notEnded: 2,
    });
    expect(await studentsIn(one, students)).toEqual(students);
    expect(await studentsIn(others.one, others.students)).toEqual([others.stays, others.wrong]);
  });

  it.each<[string, (members: Members) => string[][], object]>([
    ['', () => [], { changed: 1, ended: 1, error: 0 }],
    [
      ', even if a line cannot be imported',
      ({ one, wrong }) => [[one, wrong, '2026-13-28']],
      { changed: 1, ended: 0, error: 1 },
    ],
  ])('counts a moved student once, as changed%s', async (_what, moreOf, counts) => {
    const members = await importMembers();
    const { one, two, stays, students } = members;
    const lines = [[two, stays, '2026-10-05'], ...moreOf(members)];
    const last = students.at(-1) ?? '';
    // The other student stays in the first section.
    const run = await apply('memberships', csv(MEMBERS, [...lines, [one, last, '2026-09-28']]));
    expect(run).toMatchObject({ preview: counts, applied: counts });
    expect(run.applied).toEqual(run.preview);
  });

  it('cancels a planned move that the new file contradicts', async () => {
    const { one, two, stays, students } = await importMembers();
    await office.apply('memberships', csv(MEMBERS, [[two, stays, '2036-09-01']]));
    const lines = students.map((id) => [one, id, '2026-09-28']);
    expect(await apply('memberships', csv(MEMBERS, lines))).toMatchObject({ state: 'done' });
    const course = await courseOf(one);
    const [person] = await office.findPeople([stays]);
    const membership = await database
      .collection<{ periods: { sectionId: string; ended?: Date; voided: boolean }[] }>('enrollments')
      .findOne({ courseId: course?._id, studentId: person?.id } as object);
    const counting = membership?.periods.filter(({ voided }) => !voided) ?? [];
    const section = course?.sections.find(({ externalId }) => externalId === one);
    expect(new Set(counting.map(({ sectionId }) => sectionId))).toEqual(new Set([section?.id]));
    expect(counting.at(-1)?.ended).toBeUndefined();
  });

  it('changes nothing in an archived course, and neither does undoing an earlier import', async () => {
    const { one, two, stays, students } = await importMembers();
    const [added = ''] = await importStudents(1);
    const earlier = await office.apply('memberships', csv(MEMBERS, [[two, added, '2026-09-28']]));
    const course = await courseOf(one);
    const courses = database.collection('courses');
    await courses.updateOne({ _id: course!._id }, { $set: { archived: true } });
    const lines = [
      [one, stays, '2026-09-28'],
      [two, stays, '2026-10-05'],
    ];
    expect(await office.apply('memberships', csv(MEMBERS, lines), complete)).toMatchObject({
      applied: { added: 0, changed: 0, ended: 0, error: 2 },
    });
    expect(await office.undo(earlier._id)).toMatchObject({ undo: { restored: 0, kept: 1 } });
    expect(await studentsIn(one, [...students, added])).toEqual([...students, added]);
  });

  it.each(ways)('ends no membership at all if its section is unknown, %s', async (_how, run, count) => {
    const { one, stays, wrong, students } = await importMembers();
    const lines = [
      [`${one}x`, wrong, '2026-09-28'],
      ...Array.from({ length: count }, () => [one, stays, '2026-09-28']),
    ];
    expect(await run('memberships', csv(MEMBERS, lines))).toMatchObject({
      state: 'done',
      applied: {
        ended: 0,
        unmatched: 1,
      },
      notEnded: 2,
    });
    expect(await studentsIn(one, students)).toEqual(students);
  });

  it.each(ways)(
    'keeps the line’s student and ends missing students if the line overlaps with another section, %s',
    async (_how, run, count) => {
      const { one, two, stays, wrong, students } = await importMembers();
      const lines = [
        [two, wrong, '2026-09-01'],
        ...Array.from({ length: count }, () => [one, stays, '2026-09-28']),
      ];
      const applied = await run('memberships', csv(MEMBERS, lines));
      expect(applied).toMatchObject({ state: 'done', applied: { ended: 1, error: 1 } });
      expect(applied.notEnded).toBe(1);
      expect(await studentsIn(one, students)).toEqual([stays, wrong]);
    },
  );

  it('ends the memberships of students who are missing from the file if the invalid line is empty', async () => {
    const { one, stays, students } = await importMembers();
    const applied = await apply('memberships', `${csv(MEMBERS, [[one, stays, '2026-09-28']])}\n,,\n`);
    expect(applied).toMatchObject({ state: 'done', applied: { ended: 2, error: 0 } });
    expect(await studentsIn(one, students)).toEqual([stays]);
  });
});

const TIMES = 'section_id,weekday,starts,ends,first_day,last_day';
const days = ['2030-01-01', '2030-06-30'];

describe('a complete timetable with a line that cannot be imported', () => {
  it.each(
    inBothWays([
      ['its end is not valid', '11:3o'],
      ['it ends when it starts', '10:00'],
    ]),
  )('ends no class of its section if %s, %s', async (_what, _how, end, run, count) => {
    const [one, two] = await importCourse();
    const lineOf = (section: string, weekday: number, last = '11:30') => [
      section,
      weekday,
      '10:00',
      last,
      ...days,
    ];
    const all = [1, 2, 3].flatMap((weekday) => [lineOf(one, weekday), lineOf(two, weekday)]);
    await office.apply('timetable', csv(TIMES, all));
    const lines = [
      lineOf(one, 2, end),
      lineOf(two, 1),
      // Batches of a timetable are smaller, and each calls the session service.
      ...Array.from({ length: Math.ceil(count / 4) }, () => lineOf(one, 1)),
    ];
    expect(await run('timetable', csv(TIMES, lines))).toMatchObject({
      state: 'done',
      applied: {
        ended: 2,
        error: 1,
      },
      notEnded: 2,
    });
    expect(await weekdaysOf(one)).toEqual([1, 2, 3]);
    expect(await weekdaysOf(two)).toEqual([1]);
  });
});

describe('a complete timetable', () => {
  it('can end more classes than fit into one request to the session service', async () => {
    // A course has at most 200 classes.
    const sections = await importCourses(7, 7, 6);
    // No two classes overlap, because the preview would warn of each pair.
    const classesOf = (section: string, year: number) =>
      Array.from({ length: 27 }, (_class, index) => {
        const hour = 10 + Math.floor(index / 7);
        const weekday = (index % 7) + 1;
        return [section, weekday, `${hour}:00`, `${hour}:45`, `${year}-01-07`, `${year}-01-13`];
      });
    const classes = sections.map((section, index) => classesOf(section, 2030 + index));
    const added = await office.apply('timetable', csv(TIMES, classes.flat()));
    expect(added).toMatchObject({ state: 'done', applied: { added: 540, error: 0 } });
    const first = classes.flatMap((some) => some.slice(0, 1));
    expect(await apply('timetable', csv(TIMES, first))).toMatchObject({
      state: 'done',
      applied: {
        ended: 520,
        unchanged: 20,
        error: 0,
      },
    });
    expect(await weekdaysOf(sections[0] ?? '')).toEqual([1]);
  });
});
