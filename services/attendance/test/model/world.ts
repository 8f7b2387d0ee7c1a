import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { OPEN_POLICY } from '@qr-attendance/contracts';
import {
  membershipChanged,
  sessionChanged,
  type Event,
  type SessionRevision,
} from '@qr-attendance/contracts/events';
import { createEvent, type Subscription } from '@qr-attendance/messaging';
import { createLogger } from '@qr-attendance/observability';
import { startServices, type TestServices } from '@qr-attendance/test-kit';
import { parse } from 'csv-parse/sync';
import type { Pool } from 'pg';
import { readTotals } from '../../src/features/analytics/analytics.ts';
import { recordIdOf } from '../../src/core/records/record-id.ts';
import { createStores, type Stores } from '../../src/context.ts';
import { connectDatabase } from '../../src/db/database.ts';
import { readReport } from '../../src/features/reports/export-csv.ts';
import { countRecords, listRecords } from '../../src/features/reports/lists.ts';
import { allColumnsOf } from '../../src/features/reports/rules/report.ts';
import { readHistory } from '../../src/features/review/history.ts';
import { readRoster } from '../../src/features/roster/read-roster.ts';
import { readCourseStudent } from '../../src/features/students/course-student.ts';
import { readCourseGrid } from '../../src/features/students/course-grid.ts';
import { createSubscriptions } from '../../src/subscriptions.ts';
import {
  DAY,
  isOfOtherCourse,
  judge,
  OTHER_SECTION,
  type Facts,
  type Minute,
  type Period,
  type Session,
} from './rule.ts';

export const STUDENTS = 4;
export const OTHER_STUDENT = 3;
export const SESSIONS = 2;
/** The test begins at noon, so that periods and classes fall on different days. */
const BEGINNING = Date.parse('2026-09-14T12:00:00Z') - 10 * DAY * 60_000;
export const NOW: Minute = 10 * DAY;
export const FUTURE: Minute = 100 * 365 * DAY;
const NO_DAY = '1970-01-01';

export const dateOf = (minute: Minute) => new Date(BEGINNING + (minute - (minute % 1)) * 60_000);
export const minuteOf = (moment: Date): Minute => (moment.getTime() - BEGINNING) / 60_000;
const moment = (minute: Minute) => dateOf(minute).toISOString();
const objectId = () => randomBytes(12).toString('hex');

export interface Model {
  sessions: Session[];
  periods: Period[][];
  facts: Facts[][];
}
export interface RealSystem {
  stores: Stores;
  ids: {
    course: string;
    otherCourse: string;
    sections: string[];
    teacher: string;
    sessions: string[];
    students: string[];
  };
  revisions: SessionRevision[][];
  published: Event[];
}

let services: TestServices;
export let pool: Pool;
export let stores: Stores;
let subscriptions: Subscription[];
let isThorough = false;
/** @param options.thorough whether each step is followed by a check of all views, instead of a part of them in turn */
export const useAttendance = (options: { thorough?: boolean } = {}): void => {
  beforeAll(async () => {
    isThorough = options.thorough ?? false;
    services = await startServices([]);
    pool = connectDatabase(services.databases.attendance, createLogger('test', 'silent'));
    stores = createStores({ pool, reportPool: pool, recountPool: pool }, 'UTC');
    subscriptions = createSubscriptions({ ...stores, suspensions: { refreshFor: async () => undefined } });
  });
  afterAll(async () => {
    await pool.end();
    await services.stop();
  });
};

export const deliver = async (event: Event | undefined): Promise<void> => {
  const subscription = subscriptions.find(({ topic }) => topic.name === event?.topic);
  if (event) await subscription?.handle(event);
};

export const publishSession = (
  real: RealSystem,
  model: Model,
  index: number,
  change: SessionRevision['change'],
): Event => {
  const session = model.sessions[index]!;
  const { start, lateAfter, endedAt, canceled, shown, missedIsLate, sections, version } = session;
  const teacher = real.ids.teacher;
  const at = new Date(Date.now()).toISOString();
  real.revisions[index]!.push({
    at,
    by: teacher,
    change,
    date: moment(start).slice(0, 10),
    startTime: moment(start),
    lateAfterMinutes: lateAfter,
  });
  const ended = endedAt ?? (canceled ? start : undefined);
  const id = real.ids.sessions[index]!;
  const event = createEvent(sessionChanged, id, {
    id,
    courseId: real.ids.course,
    teacherId: teacher,
    date: moment(start).slice(0, 10),
    startTime: moment(start),
    active: ended === undefined,
    lateAfterMinutes: lateAfter,
    held: shown,
    version,
    ...(sections && {
      sections: sections.map((section) => ({
        courseId: section === OTHER_SECTION ? real.ids.otherCourse : real.ids.course,
        sectionId: real.ids.sections[section]!,
      })),
    }),
    ...(ended !== undefined && { endedAt: moment(ended) }),
    canceledAt: canceled ? moment(start) : null,
    policy: {
      ...OPEN_POLICY,
      presenceCheck: missedIsLate ? 'late' : 'off',
    },
    presenceCheck: {
      openedAt: moment(NOW),
      endsAt: moment(NOW),
      confirmed: true,
    },
    revisions: [...real.revisions[index]!],
  });
  real.published.push(event);
  return event;
};
const courseIdOf = ({ ids }: RealSystem, student: number): string =>
  student === OTHER_STUDENT ? ids.otherCourse : ids.course;
export const publishPeriods = (real: RealSystem, model: Model, student: number): Event => {
  const periods = model.periods[student]!;
  const [studentId, last] = [real.ids.students[student]!, periods.at(-1)!];
  const id = `${randomBytes(12).toString('hex')}`;
  const at = new Date(Date.now()).toISOString();
  const event = createEvent(membershipChanged, id, {
    id,
    courseId: courseIdOf(real, student),
    studentId,
    active: last.ended === undefined,
    enrolledAt: moment(last.began),
    periods: periods.map(({ began, ended, voided, section }) => ({
      sectionId: real.ids.sections[section]!,
      began: moment(began),
      recordedAt: at,
      by: studentId,
      voided,
      ...(ended !== undefined && {
        ended: moment(ended),
        end: {
          how: 'LEFT' as const,
          recordedAt: at,
          by: studentId,
        },
      }),
    })),
    version:
      periods.length * 2 + (last.ended === undefined ? 0 : 1) + (last.voided ? 1 : 0) + real.published.length,
  });
  real.published.push(event);
  return event;
};

export const setUp = async (): Promise<{ model: Model; real: RealSystem }> => {
  const [course, otherCourse, teacher] = [objectId(), objectId(), randomUUID()];
  const ids = {
    course,
    otherCourse,
    sections: [course, objectId(), otherCourse],
    teacher,
    sessions: Array.from({ length: SESSIONS }, objectId),
    students: Array.from({ length: STUDENTS }, () => randomUUID()),
  };
  const model: Model = {
    sessions: ids.sessions.map((_id, index) => ({
      start: (index + 1) * DAY,
      lateAfter: 10,
      canceled: false,
      shown: false,
      missedIsLate: true,
      version: 1,
    })),
    // Only known students of the course can scan or get decisions, so the others have a voided period.
    periods: ids.students.map((_id, n) => [
      n === OTHER_STUDENT
        ? { section: OTHER_SECTION, began: 0, voided: false }
        : { section: 0, began: 0, ended: 1, voided: true },
    ]),
    facts: ids.sessions.map(() =>
      ids.students.map(() => ({ missedCheck: false, answeredCheck: false, disputed: false })),
    ),
  };
  const real: RealSystem = { stores, ids, revisions: ids.sessions.map(() => []), published: [] };
  for (const id of [course, otherCourse])
    await stores.projections.saveCourse({
      id,
      name: 'Logic',
      code: 'L1',
      sections: [
        {
          id,
          name: '1',
        },
      ],
      semester: 1,
      teacherId: teacher,
      version: 1,
    });
  for (const [n, id] of ids.students.entries())
    await stores.projections.savePerson({
      id,
      name: `Student ${n}`,
      email: `${id}@campus.example`,
      userType: 'STUDENT',
      version: 1,
      suspended: false,
      erased: false,
      registered: true,
      proven: true,
    });
  for (const index of ids.sessions.keys()) await deliver(publishSession(real, model, index, 'created'));
  for (const n of ids.students.keys()) await deliver(publishPeriods(real, model, n));
  return { model, real };
};

const totalsOf = (statuses: (string | undefined)[]) => {
  const count = (wanted: string) => statuses.filter((status) => status === wanted).length;
  return {
    present: count('PRESENT'),
    late: count('LATE'),
    absent: count('ABSENT'),
    excused: count('EXCUSED'),
  };
};

let steps = 0;
/**
 * Compares what the service shows with the model: always the view from which all others derive, and the others in turn.
 * @param isLast whether the story ends, so that all views are compared
 */
export const agree = async (
  { sessions, periods, facts }: Model,
  real: RealSystem,
  isLast = false,
): Promise<void> => {
  const { ids } = real;
  const courseIds = [ids.course, ids.otherCourse];
  const judgments = periods.map((own, n) => judge(sessions, facts, n, own, ids.sessions));
  const expected = sessions.map((_session, s) => judgments.map((own) => own[s]!.status));
  const courses = sessions.map((session) =>
    periods.map((own) => (isOfOtherCourse(session, own) ? ids.otherCourse : ids.course)),
  );
  const { rows } = await pool.query<{
    session_id: string;
    student_id: string;
    course_id: string;
    status: string;
    counts: boolean;
  }>('SELECT session_id, student_id, course_id, status, counts FROM attendance WHERE session_id = ANY ($1)', [
    ids.sessions,
  ]);
  const seen = new Map(
    rows.map((row) => [recordIdOf({ sessionId: row.session_id, studentId: row.student_id }), row]),
  );
  const view = ids.sessions.map((sessionId) =>
    ids.students.map((studentId) => seen.get(recordIdOf({ sessionId, studentId }))),
  );
  expect(view.map((of) => of.map((row) => row?.status))).toEqual(expected);
  expect(view.map((of) => of.map((row) => row?.course_id))).toEqual(
    expected.map((of, s) => of.map((status, n) => status && courses[s]![n])),
  );
  const counted = sessions.map((_session, s) => judgments.map((own) => own[s]!.counts));
  expect(view.map((of) => of.map((row) => row?.counts ?? false))).toEqual(counted);

  const shown = sessions.map(({ canceled }, s) => (canceled ? [] : expected[s]!));
  const ofTeacher = { courseIds };
  expect(await countRecords(pool, ofTeacher)).toEqual(totalsOf(shown.flat()));
  const rated = expected.flatMap((of, s) => of.filter((_status, n) => counted[s]![n]));
  expect((await readTotals(pool, ofTeacher, NO_DAY, NO_DAY)).ever).toEqual(totalsOf(rated));
  const checkLists = async () => {
    const listed = await listRecords(pool, ofTeacher, 100);
    expect(listed.map(({ _id, status }) => [_id, status]).toSorted()).toEqual(
      shown
        .flatMap((of, s) =>
          of.map((status, n) => [
            recordIdOf({ sessionId: ids.sessions[s]!, studentId: ids.students[n]! }),
            status,
          ]),
        )
        .filter(([, status]) => status)
        .toSorted(),
    );
    for (const status of ['PRESENT', 'LATE', 'ABSENT', 'EXCUSED'] as const)
      expect(await listRecords(pool, { ...ofTeacher, status }, 100)).toHaveLength(
        shown.flat().filter((one) => one === status).length,
      );
    const open = facts.flatMap((of, s) => of.filter(({ disputed }, n) => disputed && shown[s]?.[n]));
    expect(await listRecords(pool, { ...ofTeacher, needsReview: 'true' }, 100)).toHaveLength(open.length);
    const lines: Buffer[] = [];
    const wanted = { report: allColumnsOf({}), filter: ofTeacher, zone: 'UTC' };
    for await (const piece of readReport(pool, wanted, AbortSignal.timeout(60_000))) lines.push(piece);
    const exported = parse(Buffer.concat(lines)) as string[][];
    expect(exported.map(([, , , name, , status]) => `${name} ${status}`).toSorted()).toEqual(
      shown.flatMap((of) => of.flatMap((status, n) => (status ? [`Student ${n} ${status}`] : []))).toSorted(),
    );
  };
  const checkGrids = async () => {
    for (const courseId of courseIds) {
      const inCourse = expected.map((of, s) =>
        of.map((status, n) => (courses[s]![n] === courseId ? status : undefined)),
      );
      const grid = await readCourseGrid(pool, { courseId }, 100);
      for (const row of grid.students) {
        const n = ids.students.indexOf(row.student._id);
        expect(row).toMatchObject(totalsOf(inCourse.map((of, s) => (counted[s]![n] ? of[n] : undefined))));
        for (const [position, { _id }] of grid.sessions.entries())
          expect(row.statuses[position] ?? undefined).toBe(inCourse[ids.sessions.indexOf(_id)]![n]);
      }
    }
  };
  const checkStudents = async () => {
    for (const [n, studentId] of ids.students.entries()) {
      const own = expected.map((of) => of[n]);
      expect(await countRecords(pool, { studentId })).toEqual(totalsOf(shown.map((of) => of[n])));
      const rates = totalsOf(own.filter((_status, s) => counted[s]![n]));
      expect((await readTotals(pool, { studentId }, NO_DAY, NO_DAY)).ever).toEqual(rates);
      if (periods[n]!.length === 0) continue;
      const page = await readCourseStudent(pool, courseIdOf(real, n), studentId);
      expect(page).toMatchObject(rates);
      for (const { _id, mark } of page.sessions) expect(mark?.status).toBe(own[ids.sessions.indexOf(_id)]);
    }
  };
  const checkSessions = async () => {
    for (const [s, sessionId] of ids.sessions.entries()) {
      const roster = await readRoster(
        {
          pool,
          owners: {
            findSessionFor: async (_id, _caller, allowed) => ({
              ...(await stores.lookups.findSession(sessionId))!,
              allowed,
            }),
          },
        },
        { id: ids.teacher, userType: 'TEACHER' },
        { sessionId },
      );
      const onRoster = new Map(roster.entries.map(({ student, mark }) => [student._id, mark?.status]));
      expect(ids.students.map((id) => onRoster.get(id))).toEqual(expected[s]);
      for (const [n, studentId] of ids.students.entries()) {
        const history = (await readHistory(pool, { sessionId, studentId })) ?? [];
        const last = history.findLast(({ from, to }) => from !== null || to !== null)?.to ?? undefined;
        // The service never changes a record while its session is canceled, but this test does.
        if (!sessions[s]!.canceled) expect(last).toBe(expected[s]![n]);
      }
    }
  };
  const checks = [checkLists, checkGrids, checkStudents, checkSessions];
  steps += 1;
  for (const [turn, check] of checks.entries())
    if (isThorough || isLast || steps % checks.length === turn) await check();
};
/** Recounts everything that is pending; then the caches must equal what is computed from the facts. */
export const cachesAgree = async ({ ids }: RealSystem): Promise<void> => {
  const courseIds = [ids.course, ids.otherCourse];
  while (await stores.attendance.recount());
  const { rows: differences } = await pool.query(
    `(SELECT * FROM records WHERE course_id = ANY ($1) EXCEPT SELECT * FROM computed_records WHERE course_id = ANY ($1))
     UNION ALL
     (SELECT * FROM computed_records WHERE course_id = ANY ($1) EXCEPT SELECT * FROM records WHERE course_id = ANY ($1))`,
    [courseIds],
  );
  expect(differences).toEqual([]);
  for (const [cache, computed, key] of [
    ['session_counts', 'computed_session_counts', 'session_id, course_id, present, late, absent, excused'],
    ['member_counts', 'computed_member_counts', 'course_id, student_id'],
  ] as const) {
    const counted = ['present', 'late', 'absent', 'excused'].map((status) => `counted_${status}`);
    const columns = [key, ...counted].join(', ');
    const all = cache === 'session_counts' ? 'present + late + absent + excused' : counted.join(' + ');
    const some = `${all} > 0`;
    const { rows } = await pool.query(
      `(SELECT ${columns} FROM ${cache} WHERE course_id = ANY ($1) AND ${some}
        EXCEPT SELECT ${columns} FROM ${computed} WHERE course_id = ANY ($1))
       UNION ALL
       (SELECT ${columns} FROM ${computed} WHERE course_id = ANY ($1) AND ${some}
        EXCEPT SELECT ${columns} FROM ${cache} WHERE course_id = ANY ($1))`,
      [courseIds],
    );
    expect(rows).toEqual([]);
  }
};
