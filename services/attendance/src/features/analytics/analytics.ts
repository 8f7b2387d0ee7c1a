import { type AnalyticsSummary, routes, type PermittedCourses } from '@qr-attendance/contracts';
import { type Caller, campusDay, implement, type Implementation } from '@qr-attendance/server';
import type { Pool } from 'pg';
import {
  currentRecords,
  currentSessionCounts,
  findStaleSessions,
  statementPrefixOf,
  pushStaleSessions,
} from '../../core/records/current-records.ts';
import type { Owners } from '../../core/owners/owners.ts';
import {
  attendedCount,
  countedTotal,
  NO_TOTALS,
  percentage,
  type Totals,
} from '../../core/records/rules/rates.ts';
import { COUNTED_TOTALS, COUNT_TOTALS, sumsSql } from '../../core/recounts/counts.ts';
import { inSectionsSql, inCoursesSql, CLASS_TOOK_PLACE } from '../../core/sessions/session-conditions.ts';
import { isoMoment } from '../../db/sql.ts';
import { daysOf } from './rules/period.ts';

const RUNNING = `s.active AND s.start_time <= now() AND (s.end_time IS NULL OR s.end_time > now())`;

/**
 * SQL: the counts of sessions for all courses together. In the courses of `$4`, only the sections of `$5` are counted.
 */
const countedOfStaff = (stale: string | undefined): string => `
  SELECT NULL AS course_id, session_date, counted_present, counted_late, counted_absent, counted_excused
    FROM ${currentSessionCounts(stale)} AS c WHERE course_id = ANY ($1::text[]) AND course_id <> ALL ($4::text[])
   UNION ALL
  SELECT NULL, session_date, ${COUNTED_TOTALS}
    FROM ${currentRecords(stale)} AS a WHERE course_id = ANY ($4::text[]) AND section_id = ANY ($5::text[]) AND counts
   GROUP BY session_date`;

type TotalsScope = PermittedCourses | { studentId: string };
type Counts = Pick<AnalyticsSummary, 'totalCourses' | 'activeSessions'>;

const limitOf = ({ only }: PermittedCourses) => [only?.courseIds ?? [], only?.sectionIds ?? []];
/** SQL: the session covers a course of `$1` that is not in `$2`, or one of the sections of `$3`. */
const COVERED = `(
  ${inCoursesSql('ARRAY(SELECT unnest($1::text[]) EXCEPT SELECT unnest($2::text[]))')}
  OR ${inCoursesSql('$2')} AND (s.section_ids IS NULL OR s.section_ids && $3::text[]))`;

/** The statement is prepared, because planning it takes several times as long as executing it. */
export const countForStaff = async (pool: Pool, staffed: PermittedCourses) => {
  type Row = Counts & Pick<AnalyticsSummary, 'totalStudents' | 'attendedSessions' | 'totalSessions'>;
  const { rows } = await pool.query<Row>({
    name: 'course-counts',
    text: `SELECT (SELECT count(*)::int FROM courses WHERE id = ANY ($1::text[]) AND NOT archived) AS "totalCourses",
            (SELECT count(*)::int FROM (
               -- An index alone answers for whole courses.
               SELECT m.student_id FROM courses c JOIN members m ON m.course_id = c.id AND m.active
                WHERE c.id = ANY ($1::text[]) AND NOT c.archived AND c.id <> ALL ($2::text[])
                UNION SELECT m.student_id FROM courses c JOIN members m ON m.course_id = c.id AND m.active
                WHERE c.id = ANY ($2::text[]) AND NOT c.archived AND m.section_id = ANY ($3::text[])) AS students) AS "totalStudents",
            (SELECT count(*)::int FROM sessions s WHERE ${inCoursesSql('$1')} AND ${COVERED} AND ${RUNNING}) AS "activeSessions",
            count(*) FILTER (WHERE NOT s.active AND ${CLASS_TOOK_PLACE})::int AS "attendedSessions",
            count(*)::int AS "totalSessions"
       FROM sessions s WHERE ${inCoursesSql('$1')} AND ${COVERED} AND s.canceled_at IS NULL`,
    values: [staffed.courseIds, ...limitOf(staffed)],
  });
  return rows[0];
};

export const countForStudent = async (pool: Pool, studentId: string) => {
  const { rows } = await pool.query<Counts & Pick<AnalyticsSummary, 'runningMarks'>>({
    name: 'student-counts',
    text: `WITH running AS MATERIALIZED (
       SELECT DISTINCT ON (s.id) s.id, e.course_id
         FROM members e JOIN sessions s ON ${inCoursesSql('ARRAY[e.course_id]')} AND ${inSectionsSql('e')}
        WHERE e.student_id = $1 AND e.active AND ${RUNNING}
        ORDER BY s.id, array_position(s.course_ids, e.course_id))
     SELECT count(*)::int AS "totalCourses", (SELECT count(*)::int FROM running) AS "activeSessions",
            (SELECT coalesce(jsonb_agg(jsonb_build_object('sessionId', r.id, 'courseName', coalesce(c.name, ''),
                             'timestamp', ${isoMoment('a.marked_at')}, 'status', a.status) ORDER BY a.marked_at), '[]')
               FROM running r
               JOIN LATERAL (SELECT marked_at, status FROM attendance a
                              WHERE a.session_id = r.id AND a.student_id = $1 AND a.status <> 'ABSENT' OFFSET 0) AS a ON true
               LEFT JOIN courses c ON c.id = r.course_id) AS "runningMarks"
       FROM members WHERE student_id = $1 AND active`,
    values: [studentId],
  });
  return rows[0];
};

export const readTotals = async (pool: Pool, scope: TotalsScope, from: string, to: string) => {
  const staleSessions = await findStaleSessions(pool, scope);
  const isStaff = 'courseIds' in scope;
  const values: unknown[] = isStaff
    ? [scope.courseIds, from, to, ...limitOf(scope)]
    : [scope.studentId, from, to];
  const stale = pushStaleSessions(values, staleSessions);
  const [by, sums, chosen] = isStaff
    ? ['staff', sumsSql('counted_'), countedOfStaff(stale)]
    : [
        'student',
        COUNT_TOTALS,
        `SELECT * FROM ${currentRecords(stale)} AS r WHERE student_id = $1 AND counts`,
      ];
  const { rows } = await pool.query<Totals & { of: 'ever' | 'day' | 'course'; name: string | null }>({
    name: `${statementPrefixOf(staleSessions)}totals-by-day-${by}`,
    text: `SELECT CASE WHEN grouping(a.day) = 0 THEN 'day' WHEN grouping(a.course_id) = 0 THEN 'course' ELSE 'ever' END AS of,
            coalesce(a.day::text, a.course_id) AS name, ${sums}
       FROM (SELECT *, CASE WHEN session_date BETWEEN $2::date AND $3 THEN session_date END AS day
               FROM (${chosen}) AS counted) AS a
      GROUP BY GROUPING SETS ((), (a.day), (a.course_id))`,
    values,
  });
  const totalsOf = (wanted: 'day' | 'course') =>
    new Map(
      rows.flatMap(({ of, name, ...totals }) => (of === wanted && name !== null ? [[name, totals]] : [])),
    );
  const [ever] = rows.flatMap(({ of, name: _name, ...totals }) => (of === 'ever' ? [totals] : []));
  return { ever: ever ?? NO_TOTALS, byDay: totalsOf('day'), byCourse: totalsOf('course') };
};

interface Context {
  pool: Pool;
  owners: Pick<Owners, 'staffedCourses'>;
  campusTimeZone: string;
  clock: () => Date;
}

const scopeOf = async ({ owners }: Pick<Context, 'owners'>, caller: Caller): Promise<TotalsScope> =>
  caller.userType === 'TEACHER' ? owners.staffedCourses(caller, 'readCourse') : { studentId: caller.id };
const percentageOf = (totals: Totals | undefined) => (totals ? percentage(totals) : null);

export const analyticsRoutes = ({ pool, owners, campusTimeZone, clock }: Context): Implementation[] => [
  implement(routes.attendance.getAnalyticsSummary, async ({ caller }) => {
    const today = campusDay(clock(), campusTimeZone);
    const scope = await scopeOf({ owners }, caller);
    const [counts, { ever, byDay, byCourse }] = await Promise.all([
      'courseIds' in scope ? countForStaff(pool, scope) : countForStudent(pool, scope.studentId),
      readTotals(pool, scope, today, today),
    ]);
    if (!counts) throw new Error('an aggregate answered no row');
    return {
      totalStudents: 0,
      attendedSessions: attendedCount(ever),
      totalSessions: countedTotal(ever),
      runningMarks: [],
      courseTotals:
        'studentId' in scope
          ? [...byCourse].map(([courseId, totals]) => ({
              courseId,
              ...totals,
            }))
          : [],
      ...counts,
      todayAttendancePercentage: percentageOf(byDay.get(today)),
      attendancePercentage: percentage(ever),
    };
  }),
  implement(routes.attendance.getAttendanceAnalytics, async ({ caller, query }) => {
    const days = daysOf(query.period, clock(), campusTimeZone);
    const [from = '', to = ''] = [days.at(0)?.date, days.at(-1)?.date];
    const { byDay } = await readTotals(pool, await scopeOf({ owners }, caller), from, to);
    return days.map(({ date, name }) => ({ date, name, attendance: percentageOf(byDay.get(date)) }));
  }),
];
