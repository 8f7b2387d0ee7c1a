import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { attendanceCorrected, attendanceMarked, type Topic } from '@qr-attendance/contracts/events';
import type { Pool } from 'pg';
import { countForStaff, countForStudent, readTotals } from '../src/features/analytics/analytics.ts';
import { listHeldSessions } from '../src/core/sessions/held-sessions.ts';
import { createRepublishers } from '../src/core/records/republish.ts';
import type { NewScan } from '../src/core/scans/write-scans.ts';
import { listChanges, markSeen } from '../src/features/changes-for-student/changes.ts';
import type { Stores } from '../src/context.ts';
import { hasNearDuplicate } from '../src/features/marking/selfies.ts';
import { readPersonalData } from '../src/features/privacy/personal-data.ts';
import {
  countUnknownTry,
  deleteOldTries,
  findTry,
  listTries,
  recordTry,
  resetLock,
} from '../src/features/refused/refused-tries.ts';
import { readReport } from '../src/features/reports/export-csv.ts';
import { countRecords, listRecords } from '../src/features/reports/lists.ts';
import { chooseRecords, type RecordFilter } from '../src/features/reports/record-filter.ts';
import { allColumnsOf } from '../src/features/reports/rules/report.ts';
import { findSelfie, listAttempts } from '../src/features/review/routes.ts';
import { findMarkedClasses } from '../src/features/roster/marked-classes.ts';
import { readHistory } from '../src/features/review/history.ts';
import { readCourseGrid, readStatuses } from '../src/features/students/course-grid.ts';
import { findStudentOfCourse, listSessionsOfStudent } from '../src/features/students/course-student.ts';
import { listStudentRates } from '../src/features/students/student-rates.ts';

import { allFilters, daysAgo } from './plans/filters.ts';
import type { Allowance } from './plans/judge-plans.ts';
import { openCampus, type RunQuery, type OpenCampus } from './plans/open-campus.ts';
import { samples, objectIdOf } from './plans/seed-years.ts';

const SEEDING_MS = 300_000;

let campus: OpenCampus;
beforeAll(async () => {
  campus = await openCampus();
}, SEEDING_MS);
afterAll(() => campus.close());

const PAGE = 101;
/** Ten courses with 50 students and ten sessions each. */
const smallCourseIds = Array.from({ length: 10 }, (_course, n) => objectIdOf(100 + n));
const { teacherId, courseIds, studentId, courseId, sessionId, runningId, runningCourseId } = samples;
const drain = async (rows: AsyncIterable<unknown>): Promise<void> => {
  for await (const row of rows) void row;
};

type RecordOwner = Pick<RecordFilter, 'courseIds' | 'studentId'>;

describe.each([
  ['a teacher', { courseIds }],
  ['a student', { studentId }],
])('the marks of %s, with any filter:', (_whose, whose: RecordOwner) => {
  const troubleWith = async (
    ask: (filter: RecordFilter) => (stores: Stores) => Promise<unknown>,
    allow: (filter: RecordFilter) => Allowance,
  ): Promise<string[]> => {
    const found: string[] = [];
    for (const filter of allFilters(whose))
      for (const fault of await campus.faultsOf(ask(filter), allow(filter)))
        found.push(`${JSON.stringify(filter)} ${fault}`);
    return found;
  };
  /**
   * A course has the records of only one term; reading a record takes a row of a scan and one of a
   * membership.
   */
  const page = ({ courseId, courseIds: some }: RecordFilter): Allowance => ({
    rowsRead: courseId || some?.length === 1 ? 24_000 : 8_000,
  });

  it('the first page is read in index order', async () => {
    expect(
      await troubleWith(
        (filter) =>
          ({ pool }) =>
            listRecords(pool, filter, PAGE),
        page,
      ),
    ).toEqual([]);
  });

  it('a later page starts where the previous one ended', async () => {
    const after = { startTime: daysAgo(200), sessionId, studentId };
    expect(
      await troubleWith(
        (filter) =>
          ({ pool }) =>
            listRecords(pool, filter, PAGE, { after }),
        page,
      ),
    ).toEqual([]);
  });

  it('totals read only the edges of the selection', async () => {
    const edges = () => ({ rowsRead: 2_500 });
    expect(
      await troubleWith(
        (filter) =>
          ({ pool }) =>
            countRecords(pool, filter),
        edges,
      ),
    ).toEqual([]);
  });

  it('an export is read in index order', async () => {
    const all = () => ({ rowsRead: 'courseIds' in whose ? 200_000 : 10_000 });
    const report = allColumnsOf({});
    const read = (filter: RecordFilter) => (stores: Stores) =>
      drain(readReport(stores.pool, { report, filter, zone: 'Europe/Vienna' }, new AbortController().signal));
    expect(await troubleWith(read, all)).toEqual([]);
  });

  it('totals equal a count of individual records', async () => {
    const spans = [0, 0.4, 1.5, 3, 31].flatMap((days) =>
      [29.3, 100.7, 213.1].map((end) => ({ from: daysAgo(end + days), to: daysAgo(end) })),
    );
    for (const filter of [...allFilters(whose), ...spans.map((span) => ({ ...whose, ...span }))]) {
      const { condition, values } = chooseRecords(filter);
      const { rows } = await campus.database.query<{ status: string; marks: number }>(
        `SELECT lower(status) AS status, count(*)::int AS marks FROM computed_records a
          WHERE ${condition} AND a.session_id = ANY (ARRAY(
            SELECT s.id FROM sessions s WHERE s.course_id = ANY (coalesce($${values.length + 1}::text[], ARRAY(
              SELECT m.course_id FROM members m WHERE m.student_id = $${values.length + 2}::uuid)))))
          GROUP BY status`,
        // The view determines each student's course, so it cannot select sessions by course.
        [...values, filter.courseIds, filter.studentId],
      );
      const marksByStatus = Object.fromEntries(rows.map(({ status, marks }) => [status, marks]));
      const none = { present: 0, late: 0, absent: 0, excused: 0 };
      expect({ filter, ...(await countRecords(campus.database, filter)) }).toEqual({
        filter,
        ...none,
        ...marksByStatus,
      });
    }
  });
});

const aScan = (): NewScan => ({
  sessionId: runningId,
  courseId: runningCourseId,
  studentId: randomUUID(),
  scannedAt: new Date(),
  deviceKey: randomUUID(),
  checksPin: true,
  selfie: {
    jpeg: Buffer.from(randomUUID()),
    phash: '01'.repeat(32),
    second: undefined,
  },
  context: {
    deviceKind: 'ios',
    onCampus: null,
    signed: true,
    browser: null,
  },
});
const key = { sessionId, studentId };
const republish = async (pool: Pool, topic: Topic): Promise<unknown> => {
  const republisher = createRepublishers(pool).find(([{ name }]) => name === topic.name);
  if (!republisher) throw new Error('the topic is not republished');
  return republisher[1](undefined, async () => undefined);
};
const FEW = { rowsRead: 300 };
const CLASS = { rowsRead: 3_000 };
const TERMS = { rowsRead: 6_000 };
const STUDIES = { rowsRead: 1_500 };

const onTheWayToAMark: [string, RunQuery, Allowance][] = [
  [
    'what a mark is judged by',
    ({ loadMarkFacts }) => loadMarkFacts({ sessionId: runningId, courseId: runningCourseId, studentId }),
    FEW,
  ],
  ['writing a scan', ({ attendance }) => attendance.writeScan(aScan()), FEW],
  [
    'writing a scan without a selfie',
    ({ attendance }) => attendance.writeScan({ ...aScan(), selfie: undefined }),
    FEW,
  ],
  [
    'writing a whole class',
    ({ attendance }) => Promise.all(Array.from({ length: 50 }, () => attendance.writeScan(aScan()))),
    CLASS,
  ],
  ['the same scan again', ({ attendance }) => attendance.records.findOwn(key), FEW],
  ['a session', ({ lookups }) => lookups.findSession(sessionId), FEW],
  ['the staff of a course', ({ lookups }) => lookups.findCourses([courseId]), FEW],
  ['the staff of a session', ({ lookups }) => lookups.findScopesOfSessions([sessionId]), FEW],
  ['the courses of a teacher', ({ lookups }) => lookups.listStaffedCourses(teacherId), FEW],
  ['a refused try', ({ pool }) => recordTry(pool, key, 'wrong_pin'), FEW],
  ['a try with another scan', ({ pool }) => countUnknownTry(pool, sessionId), FEW],
  ['a try of a PIN', ({ pinAttempts }) => pinAttempts.reserve(studentId), FEW],
  [
    'a device that served somebody else',
    ({ attendance }) => attendance.flagSharedDevice(sessionId, studentId, 'a key'),
    CLASS,
  ],
];
const onDashboards: [string, RunQuery, Allowance][] = [
  [
    "a teacher's dashboard",
    ({ pool }) => countForStaff(pool, { courseIds }),
    { ...TERMS, fromIndex: 'members' },
  ],
  [
    "a teacher's rates and chart",
    ({ pool }) => readTotals(pool, { courseIds }, daysAgo(31), daysAgo(0)),
    TERMS,
  ],
  ["a student's dashboard", ({ pool }) => countForStudent(pool, studentId), FEW],
  [
    "a student's rates and chart",
    ({ pool }) => readTotals(pool, { studentId }, daysAgo(31), daysAgo(0)),
    STUDIES,
  ],
  ["a teacher's newest marks", ({ pool }) => listRecords(pool, { courseIds }, 6), FEW],
  [
    "a teacher's newest scans",
    ({ pool }) => listRecords(pool, { courseIds }, 5, { order: 'arrival' }),
    CLASS,
  ],
  [
    "a teacher's marks to review",
    ({ pool }) => listRecords(pool, { courseIds, needsReview: 'true' }, PAGE),
    CLASS,
  ],
  ['what changed for a student', ({ pool }) => listChanges(pool, studentId), CLASS],
  ['what a student has seen', ({ pool }) => markSeen(pool, studentId, new Date()), FEW],
  ["a student's newest marks", ({ pool }) => listRecords(pool, { studentId }, 6), FEW],
  ["a student's newest scans", ({ pool }) => listRecords(pool, { studentId }, 5, { order: 'arrival' }), FEW],
];
const onScreens: [string, RunQuery, Allowance][] = [
  ['rates of a course', ({ pool }) => listStudentRates(pool, { courseId }, PAGE), CLASS],
  [
    'rates of a course, searched and further on',
    ({ pool }) => listStudentRates(pool, { courseId, search: 'stud', after: studentId }, PAGE),
    CLASS,
  ],
  ['sessions of a grid', ({ pool }) => listHeldSessions(pool, courseId, 61), FEW],
  [
    'older sessions of a grid',
    ({ pool }) => listHeldSessions(pool, courseId, 61, { before: { startTime: daysAgo(60), id: sessionId } }),
    FEW,
  ],
  [
    'statuses of a grid',
    async ({ pool }) => {
      const students = await listStudentRates(pool, { courseId }, PAGE);
      const sessions = await listHeldSessions(pool, courseId, 61);
      await readStatuses(
        pool,
        courseId,
        students.map(({ student }) => student._id),
        sessions.map(({ _id }) => _id),
      );
    },
    TERMS,
  ],
  ['a student of a course', ({ pool }) => findStudentOfCourse(pool, courseId, studentId), FEW],
  [
    'sessions of a student of a course',
    ({ pool }) => listSessionsOfStudent(pool, courseId, studentId, 500),
    FEW,
  ],
  ['tries without a mark', ({ pool }) => listAttempts(pool, sessionId), CLASS],
  ['refused tries', ({ pool }) => listTries(pool, sessionId), CLASS],
  ['a refused try of a student', ({ pool }) => findTry(pool, key), FEW],
  ['the end of a lock', ({ pool }) => resetLock(pool, key, teacherId), FEW],
  [
    'records of some on the roster',
    ({ attendance }) => attendance.records.findSome(sessionId, [studentId]),
    FEW,
  ],
  ['who of some is enrolled', ({ lookups }) => lookups.knownMembers([courseId], [studentId]), FEW],
  [
    'clearing on the roster',
    ({ attendance }) =>
      attendance.decide({ allowed: 'setStatuses' }, [
        { ...key, version: undefined, status: null, action: 'undone', actorId: teacherId, reason: null },
      ]),
    FEW,
  ],
  ['the history of a record', ({ pool }) => readHistory(pool, key), FEW],
  ['a selfie', ({ pool }) => findSelfie(pool, key, '1'), FEW],
  [
    'selfies that nearly equal one',
    ({ pool }) => hasNearDuplicate(pool, { sessionId, studentId }, ['10'.repeat(32)]),
    CLASS,
  ],
  ['all that is kept of a student', ({ pool }) => readPersonalData(pool, studentId), { rowsRead: 20_000 }],
  [
    'a decision on a record',
    async ({ attendance }) => {
      const found = await attendance.records.find(key);
      if (!found) throw new Error('there is no such record');
      const decision = { action: 'corrected', status: 'LATE', reason: 'came late' } as const;
      await attendance.decide({ allowed: 'setStatuses' }, [
        { ...key, version: found.version, actorId: teacherId, ...decision },
      ]);
    },
    FEW,
  ],
];
const inTheBackground: [string, RunQuery, Allowance][] = [
  [
    'the classes in which the students of a course are marked',
    async ({ pool }) => {
      const students = await listStudentRates(pool, { courseId }, PAGE);
      await findMarkedClasses(
        pool,
        students.map(({ student }) => ({ courseId, studentId: student._id })),
      );
    },
    { rowsRead: 30_000 },
  ],
  ['a recount of a session', ({ attendance }) => attendance.recount(), TERMS],
  ['whose tokens are refused', ({ lookups }) => lookups.refusals(), FEW],
  ['positions that are equal', ({ attendance }) => attendance.flagSameCoordinates(), FEW],
  ['positions that are deleted', ({ attendance }) => attendance.deletePositions(), FEW],
  ['selfies that are old', ({ attendance }) => attendance.deleteOldSelfies(310), { rowsRead: 20_000 }],
  ['details that are old', ({ attendance }) => attendance.deleteOldDetails(400), FEW],
  ['refused tries that are old', ({ pool }) => deleteOldTries(pool, 400), FEW],
  ['marks republished again', ({ pool }) => republish(pool, attendanceMarked), { rowsRead: 10_000 }],
  [
    'corrected marks republished again',
    ({ pool }) => republish(pool, attendanceCorrected),
    { rowsRead: 10_000 },
  ],
];

describe.each([...onTheWayToAMark, ...onDashboards, ...onScreens, ...inTheBackground])(
  '%s',
  (_what, ask, allowance) => {
    it('uses indexes', async () => {
      expect(await campus.faultsOf(ask, allowance)).toEqual([]);
    });
  },
);
describe.each([...onTheWayToAMark, ...onDashboards])(
  '%s as a prepared statement',
  (_what, ask, allowance) => {
    it('uses indexes', async () => {
      expect(await campus.faultsWhenPrepared(ask, allowance)).toEqual([]);
    });
  },
);

describe('a recount', () => {
  it('takes ten courses at once, however much is queued for the first', async () => {
    await campus.database.query('TRUNCATE recounts');
    await campus.database.query(
      `INSERT INTO recounts (course_id, student_id)
       SELECT course_id, student_id FROM members WHERE course_id = ANY ($1) ORDER BY array_position($1, course_id)`,
      [smallCourseIds],
    );
    const recount: RunQuery = async ({ attendance }) => attendance.recount();
    await campus.rowsReadBy(recount);
    expect((await campus.database.query('SELECT FROM recounts')).rowCount).toBe(0);
  });
});

describe('a recount of many memberships', () => {
  it('uses indexes, and does not compare memberships with sessions one by one', async () => {
    const recount: RunQuery = async ({ pool, attendance }) => {
      await pool.query(
        'INSERT INTO recounts (course_id, student_id) SELECT course_id, student_id FROM members WHERE course_id = ANY ($1)',
        [smallCourseIds],
      );
      await attendance.recount();
    };
    expect(await campus.faultsOf(recount, { rowsRead: 100_000, rowsSorted: 10_000 })).toEqual([]);
  });
});

const smallCourseId = objectIdOf(100);
const smallSessionId = objectIdOf(100 * 10 + 3);
const small = { courseIds: [smallCourseId] };
const bySmallCourse: [string, RunQuery][] = [
  ['its totals', ({ pool }) => countRecords(pool, small)],
  ['its newest records', ({ pool }) => listRecords(pool, small, PAGE)],
  ["its teacher's rates and chart", ({ pool }) => readTotals(pool, small, daysAgo(31), daysAgo(0))],
  ['its grid', ({ pool }) => readCourseGrid(pool, { courseId: smallCourseId }, PAGE)],
  [
    'a student of it',
    async ({ pool }) => {
      await findStudentOfCourse(pool, smallCourseId, studentId);
      await listSessionsOfStudent(pool, smallCourseId, studentId, 500);
    },
  ],
  ['all records of a student', ({ pool }) => listRecords(pool, { studentId }, PAGE)],
  [
    'its export',
    ({ pool }) =>
      drain(
        readReport(
          pool,
          { report: allColumnsOf({}), filter: small, zone: 'UTC' },
          new AbortController().signal,
        ),
      ),
  ],
];

/** Rows that the view reads for a class of 50. */
const ONE_SESSION = 2_000;

describe.each([300, 3_000])('a small course, while %d others wait for a recount:', (others) => {
  const queue = (courseId: string | null, sessionId: string | null) =>
    campus.database.query(
      `INSERT INTO recounts (course_id, session_id)
       SELECT id, NULL FROM (
         SELECT id FROM courses c WHERE id <> $1 AND NOT EXISTS (
           SELECT FROM members m WHERE m.course_id = c.id AND m.student_id = $5)
          ORDER BY id LIMIT $2) AS others
        UNION ALL SELECT $3, $4 WHERE $3::text IS NOT NULL`,
      [smallCourseId, others, courseId, sessionId, studentId],
    );
  beforeEach(() => campus.database.query('TRUNCATE recounts'));
  afterAll(() => campus.database.query('TRUNCATE recounts'));

  it.each(bySmallCourse)(
    '%s read at most 1.5 times as many rows as without the queue',
    async (_what, ask) => {
      const usual = await campus.rowsReadBy(ask);
      await queue(null, null);
      expect(await campus.rowsReadBy(ask)).toBeLessThanOrEqual(1.5 * usual + 10);
    },
  );

  it.each(bySmallCourse)(
    '%s read at most the rows of one more session if the course itself waits',
    async (_what, ask) => {
      const usual = await campus.rowsReadBy(ask);
      await queue(smallCourseId, smallSessionId);
      expect(await campus.rowsReadBy(ask)).toBeLessThanOrEqual(1.5 * usual + ONE_SESSION);
    },
  );
});

describe('a bad query plan', () => {
  it('is detected for a page without its index, which reads all records', async () => {
    const list: RunQuery = ({ pool }) => listRecords(pool, { courseIds }, PAGE);
    await campus.database.query('DROP INDEX records_course_idx');
    expect(await campus.faultsOf(list, { rowsRead: 4_000 })).not.toEqual([]);
  });
  it('is detected for a repeated scan without its key, which reads all scans', async () => {
    await campus.database.query('ALTER TABLE scans DROP CONSTRAINT scans_pkey');
    const again: RunQuery = ({ attendance }) => attendance.records.findOwn(key);
    expect(await campus.faultsWhenPrepared(again, FEW)).not.toEqual([]);
  });
});
