import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { attendanceCorrected, attendanceMarked, type Topic } from '@qr-attendance/contracts/events';
import type { Pool } from 'pg';
import type { Stores } from '../src/db/stores.ts';
import { makeRepublishers } from '../src/events/republish-marks.ts';
import type { NewMark } from '../src/marking/write-marks.ts';
import { chooseMarks, type MarkFilter } from '../src/reports/mark-filter.ts';
import { allColumnsOf } from '../src/reports/rules/report.ts';

import { allFilters, daysAgo } from './plans/filters.ts';
import type { Allowance } from './plans/judge-plans.ts';
import { openCampus, type Ask, type OpenCampus } from './plans/open-campus.ts';
import { asked } from './plans/seed-years.ts';

const SEEDING_MS = 300_000;

let campus: OpenCampus;
beforeAll(async () => {
  campus = await openCampus();
}, SEEDING_MS);
afterAll(() => campus.close());

const PAGE = 101;
const { teacherId, studentId, courseId, sessionId, runningId, runningCourseId } = asked;
const drain = async (rows: AsyncIterable<unknown>): Promise<void> => {
  for await (const row of rows) void row;
};

describe.each([
  ['a teacher', { teacherId }],
  ['a student', { studentId }],
])('of the marks of %s, chosen in any way,', (_whose, whose: MarkFilter) => {
  const troubleWith = async (
    ask: (filter: MarkFilter) => (stores: Stores) => Promise<unknown>,
    allow: (filter: MarkFilter) => Allowance,
  ): Promise<string[]> => {
    const found: string[] = [];
    for (const filter of allFilters(whose))
      for (const fault of await campus.faultsOf(ask(filter), allow(filter)))
        found.push(`${JSON.stringify(filter)} ${fault}`);
    return found;
  };
  /** A course has one term's marks, however long its teacher teaches. */
  const page = (filter: MarkFilter): Allowance => ({ rowsRead: filter.courseId ? 12_000 : 4_000 });

  it('a first page is read in order', async () => {
    expect(
      await troubleWith(
        (filter) =>
          ({ records }) =>
            records.list(filter, PAGE),
        page,
      ),
    ).toEqual([]);
  });

  it('a page far on is read from where the one before ended', async () => {
    const after = { markedAt: daysAgo(200), id: teacherId };
    expect(
      await troubleWith(
        (filter) =>
          ({ records }) =>
            records.list(filter, PAGE, after),
        page,
      ),
    ).toEqual([]);
  });

  it('totals count no more than the edges of the choice', async () => {
    const edges = () => ({ rowsRead: 2_500 });
    expect(
      await troubleWith(
        (filter) =>
          ({ records }) =>
            records.totals(filter),
        edges,
      ),
    ).toEqual([]);
  });

  it('an export is read in order too', async () => {
    const all = () => ({ rowsRead: 'teacherId' in whose ? 100_000 : 5_000 });
    const report = allColumnsOf({});
    const read = (filter: MarkFilter) => (stores: Stores) =>
      drain(stores.readReport({ report, filter, zone: 'Europe/Vienna' }, new AbortController().signal));
    expect(await troubleWith(read, all)).toEqual([]);
  });

  it('totals are what counting one by one comes to', async () => {
    const spans = [0, 0.4, 1.5, 3, 31].flatMap((days) =>
      [29.3, 100.7, 213.1].map((end) => ({ from: daysAgo(end + days), to: daysAgo(end) })),
    );
    for (const filter of [...allFilters(whose), ...spans.map((span) => ({ ...whose, ...span }))]) {
      const { condition, values } = chooseMarks(filter);
      const { rows } = await campus.database.query<{ status: string; marks: number }>(
        `SELECT lower(status) AS status, count(*)::int AS marks FROM marks m WHERE ${condition} GROUP BY status`,
        values,
      );
      const one = Object.fromEntries(rows.map(({ status, marks }) => [status, marks]));
      const none = { present: 0, late: 0, absent: 0, excused: 0 };
      expect({ filter, ...(await campus.stores.records.totals(filter)) }).toEqual({
        filter,
        ...none,
        ...one,
      });
    }
  });
});

const aMark = (): NewMark => ({
  id: randomUUID(),
  sessionId: runningId,
  courseId: runningCourseId,
  teacherId,
  studentId: randomUUID(),
  sessionDate: daysAgo(0).slice(0, 10),
  status: 'PRESENT',
  markedAt: new Date(),
  deviceId: null,
  deviceKey: randomUUID(),
  version: 1,
  action: 'marked',
  actorId: studentId,
  selfie: { jpeg: Buffer.from(randomUUID()), looks: '01'.repeat(32), second: undefined },
  checksPin: true,
});
const republish = async (pool: Pool, topic: Topic): Promise<unknown> => {
  const republisher = makeRepublishers(pool).find(([{ name }]) => name === topic.name);
  if (!republisher) throw new Error('the topic is not republished');
  return republisher[1](undefined);
};
const markOf = async ({ records }: Stores): Promise<string> => {
  const record = await records.ofStudentInSession(sessionId, studentId);
  if (!record) throw new Error('the asked student has no mark there');
  return record._id;
};

const FEW = { rowsRead: 300 };
/** Of a session or of a course. */
const CLASS = { rowsRead: 3_000 };
const TERMS = { rowsRead: 6_000 };

const onTheWayToAMark: [string, Ask, Allowance][] = [
  [
    'what a mark is judged by',
    ({ loadMarkFacts }) => loadMarkFacts({ sessionId: runningId, courseId: runningCourseId, studentId }),
    FEW,
  ],
  ['writing a mark', ({ writeMarks }) => writeMarks([aMark()]), FEW],
  ['writing a whole class', ({ writeMarks }) => writeMarks(Array.from({ length: 50 }, aMark)), CLASS],
  ['the same mark again', ({ records }) => records.ofStudentInSession(sessionId, studentId), FEW],
  ['a session', ({ sessions }) => sessions.find(sessionId), FEW],
  ["a course's teacher", ({ courses }) => courses.findTeacher(courseId), FEW],
  ['whether a student is enrolled', ({ enrollments }) => enrollments.isKnownMember(courseId, studentId), FEW],
  ['a refused try', ({ refusedTries }) => refusedTries.note(sessionId, studentId, 'wrong_pin'), FEW],
  ['a try with another scan', ({ refusedTries }) => refusedTries.countOther(sessionId), FEW],
  ['a try of a PIN', ({ pinAttempts }) => pinAttempts.reserve(studentId), FEW],
  [
    'a device that served somebody else',
    ({ markFlags }) => markFlags.flagSharedDevice(sessionId, studentId, 'a key'),
    CLASS,
  ],
];
const onDashboards: [string, Ask, Allowance][] = [
  ["a teacher's dashboard at first", ({ analytics }) => analytics.teacherCounts(teacherId), TERMS],
  ["a teacher's dashboard", ({ analytics }) => analytics.teacherCounts(teacherId), FEW],
  ["a teacher's rate", ({ analytics }) => analytics.teacherTotals(teacherId), FEW],
  ["a teacher's rate today", ({ analytics }) => analytics.teacherTotals(teacherId, daysAgo(0)), FEW],
  ["a teacher's chart", ({ analytics }) => analytics.teacherByDay(teacherId, daysAgo(31), daysAgo(0)), FEW],
  ["a student's dashboard", ({ analytics }) => analytics.studentCounts(studentId), FEW],
  ["a student's rate", ({ analytics }) => analytics.studentTotals(studentId), FEW],
  ["a student's rate today", ({ analytics }) => analytics.studentTotalsOn(studentId, daysAgo(0)), FEW],
  ["a student's chart", ({ analytics }) => analytics.studentByDay(studentId, daysAgo(31), daysAgo(0)), FEW],
  ["a teacher's newest marks", ({ records }) => records.list({ teacherId }, 6), FEW],
  [
    "a teacher's marks to review",
    ({ records }) => records.list({ teacherId, needsReview: 'true' }, PAGE),
    CLASS,
  ],
  ["a student's newest marks", ({ records }) => records.list({ studentId }, 6), FEW],
];
const onScreens: [string, Ask, Allowance][] = [
  ['rates of a course', ({ listStudentTotals }) => listStudentTotals({ courseId }, PAGE), CLASS],
  [
    'rates of a course, searched and further on',
    ({ listStudentTotals }) => listStudentTotals({ courseId, search: 'stud', after: studentId }, PAGE),
    CLASS,
  ],
  ['sessions of a grid', ({ courseGrids }) => courseGrids.sessions(courseId, 61), FEW],
  [
    'older sessions of a grid',
    ({ courseGrids }) => courseGrids.sessions(courseId, 61, { startTime: daysAgo(60), id: sessionId }),
    FEW,
  ],
  [
    'statuses of a grid',
    async ({ courseGrids, listStudentTotals }) => {
      const students = await listStudentTotals({ courseId }, PAGE);
      const sessions = await courseGrids.sessions(courseId, 61);
      await courseGrids.statuses(
        students.map(({ id }) => id),
        sessions.map(({ id }) => id),
      );
    },
    TERMS,
  ],
  ['a student of a course', ({ courseStudents }) => courseStudents.find(courseId, studentId), FEW],
  [
    'sessions of a student of a course',
    ({ courseStudents }) => courseStudents.sessions(courseId, studentId, 500),
    FEW,
  ],
  ['tries without a mark', ({ markFlags }) => markFlags.attempts(sessionId), CLASS],
  ['refused tries', ({ refusedTries }) => refusedTries.list(sessionId), CLASS],
  ['a refused try of a student', ({ refusedTries }) => refusedTries.find(sessionId, studentId), FEW],
  [
    'the end of a lock',
    ({ refusedTries }) => refusedTries.resetLock(sessionId, studentId, teacherId, 3),
    FEW,
  ],
  ['marks of some on the roster', ({ rosterMarks }) => rosterMarks.ofStudents(sessionId, [studentId]), FEW],
  [
    'records of some on the roster',
    ({ records }) => records.ofStudentsInSession(sessionId, [studentId]),
    FEW,
  ],
  ['who of some is enrolled', ({ enrollments }) => enrollments.knownMembers(courseId, [studentId]), FEW],
  [
    'marks without decisions',
    async ({ records, rosterMarks }) =>
      rosterMarks.clearable(sessionId, [await markOf({ records } as Stores)]),
    FEW,
  ],
  ['the history of a mark', async (stores) => stores.readHistory(await markOf(stores), studentId), FEW],
  ['a selfie', async (stores) => stores.selfies.find(await markOf(stores), teacherId, '1'), FEW],
  [
    'selfies that nearly equal one',
    ({ selfies }) => selfies.hasNearDuplicate({ sessionId, studentId }, ['10'.repeat(32)]),
    CLASS,
  ],
  ['marks just made', async (stores) => stores.records.byIds([await markOf(stores)]), FEW],
  ['all that is kept of a student', ({ personalData }) => personalData.read(studentId), { rowsRead: 20_000 }],
  [
    'a decision on a mark',
    async ({ records, reviews }) => {
      const mark = await reviews.findMark(await markOf({ records } as Stores));
      if (!mark) throw new Error('there is no such mark');
      await reviews.decide(mark, teacherId, { action: 'corrected', status: 'LATE', reason: 'came late' });
    },
    FEW,
  ],
];
const inTheBackground: [string, Ask, Allowance][] = [
  ['who was absent', ({ absences }) => absences.findAbsentees(sessionId, 'UTC'), CLASS],
  ['absences that are owed', ({ absences }) => absences.claim(10), FEW],
  ['absences that are settled', ({ absences }) => absences.settle(sessionId), FEW],
  ['whose tokens are refused', ({ people }) => people.refusals(), FEW],
  ['positions that are equal', ({ markFlags }) => markFlags.flagSameCoordinates(), FEW],
  ['positions that are forgotten', ({ markFlags }) => markFlags.forgetPositions(), FEW],
  ['selfies that are old', ({ selfies }) => selfies.deleteOlderThan(310), { rowsRead: 20_000 }],
  ['details that are old', ({ personalData }) => personalData.deleteOldDetails(400), FEW],
  ['refused tries that are old', ({ refusedTries }) => refusedTries.removeOlderThan(400), FEW],
  ['students without numbers', ({ studentNumbers }) => studentNumbers.claimMissing(), FEW],
  ['marks announced again', (_stores, pool) => republish(pool, attendanceMarked), { rowsRead: 10_000 }],
  [
    'corrected marks announced again',
    (_stores, pool) => republish(pool, attendanceCorrected),
    { rowsRead: 10_000 },
  ],
  [
    'sessions a new student was not in',
    ({ projections }) => projections.findEndedSessions(courseId, daysAgo(300)),
    FEW,
  ],
];

describe.each([...onTheWayToAMark, ...onDashboards, ...onScreens, ...inTheBackground])(
  '%s',
  (_what, ask, allowance) => {
    it('is found by indexes', async () => {
      expect(await campus.faultsOf(ask, allowance)).toEqual([]);
    });
  },
);
describe.each([...onTheWayToAMark, ...onDashboards])(
  '%s, prepared for any values,',
  (_what, ask, allowance) => {
    it('is found by indexes', async () => {
      expect(await campus.faultsWhenPrepared(ask, allowance)).toEqual([]);
    });
  },
);

describe('a plan that goes wrong', () => {
  it('is noticed: without its index a page is looked for among all marks', async () => {
    const list: Ask = ({ records }) => records.list({ teacherId }, PAGE);
    await campus.database.query('DROP INDEX marks_teacher_idx');
    const faults = await campus.faultsOf(list, { rowsRead: 4_000 });
    expect(faults).toContainEqual(
      expect.stringMatching(/^(reads all of marks|reads \d+ rows|sorts \d+ rows)/),
    );
  });
  it('is noticed: without its index a new mark has all marks looked through', async () => {
    await campus.database.query('ALTER TABLE marks DROP CONSTRAINT marks_once_per_session');
    await campus.database.query('DROP INDEX marks_session_idx, marks_key_once_per_session');
    const again: Ask = ({ records }) => records.ofStudentInSession(sessionId, studentId);
    expect(await campus.faultsWhenPrepared(again, FEW)).not.toEqual([]);
  });
});
