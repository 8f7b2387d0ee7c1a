import type { Pool } from 'pg';
import type { Totals } from '../analytics/rules/rates.ts';
import { wholeDaysOf, type WholeDays } from './rules/whole-days.ts';
import { chooseMarks, COUNTS, momentOf, type MarkFilter } from './mark-filter.ts';

/** Columns of a query on marks that count them by status, as `Totals`. */
export const COUNT_BY_STATUS = `
  count(*) FILTER (WHERE status = 'PRESENT')::int AS present,
  count(*) FILTER (WHERE status = 'LATE')::int AS late,
  count(*) FILTER (WHERE status = 'ABSENT')::int AS absent,
  count(*) FILTER (WHERE status = 'EXCUSED')::int AS excused`;
/** Columns of a query on sums of marks that add them up, as `Totals`. */
export const SUMS = `coalesce(sum(present), 0)::int AS present, coalesce(sum(late), 0)::int AS late,
              coalesce(sum(absent), 0)::int AS absent, coalesce(sum(excused), 0)::int AS excused`;

type Statement = [text: string, values: unknown[]];

/** As the index marks_stray_idx has it. */
const STRAY = `(m.marked_at < (m.session_date - interval '14 hours') AT TIME ZONE 'UTC'
             OR m.marked_at >= (m.session_date + interval '36 hours') AT TIME ZONE 'UTC')`;

const countMarks = (filter: MarkFilter): Statement => {
  const { condition, values } = chooseMarks(filter);
  return [`SELECT ${COUNT_BY_STATUS} FROM marks m WHERE ${condition} AND ${COUNTS}`, values];
};

const sumStudentCourses = ({ studentId, courseId }: MarkFilter): Statement => [
  `SELECT ${SUMS} FROM student_course_totals WHERE student_id = $1 AND ($2::text IS NULL OR course_id = $2)`,
  [studentId, courseId ?? null],
];

const sumAllDays = ({ teacherId, courseId }: MarkFilter): Statement => [
  `SELECT ${SUMS} FROM course_day_totals WHERE teacher_id = $1 AND ($2::text IS NULL OR course_id = $2)`,
  [teacherId, courseId ?? null],
];

/**
 * Sums of the days that lie in the span as a whole; of the days at its edges, marks one by one; and out-of-day marks, which are where
 * their day is not. The few whose session was canceled are taken off again, so that all others are counted in an index alone.
 */
const sumDays = (filter: MarkFilter, days: WholeDays): Statement => {
  const values: unknown[] = [filter.teacherId, days.first, days.last];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const ofCourse = filter.courseId === undefined ? '' : `AND course_id = ${parameter(filter.courseId)}`;
  const [from, to] = [momentOf(filter.from), momentOf(filter.to)];
  const bounds = [
    ...(from ? [`m.marked_at >= ${parameter(from)}::timestamptz`] : []),
    ...(to ? [`m.marked_at <= ${parameter(to)}::timestamptz`] : []),
  ];
  const inSpan = `(${['true', ...bounds].join(' AND ')})`;
  const onWholeDay = '(m.session_date BETWEEN $2::date AND $3::date)';
  const edge = (bound: string) => `
    UNION ALL
    SELECT status, 1 FROM marks m
     WHERE teacher_id = $1 ${ofCourse} AND ${inSpan} AND ${bound} AND NOT ${onWholeDay} AND NOT ${STRAY}`;
  const counted = (status: string, column: string) => `
    (coalesce(sum(marks) FILTER (WHERE status = '${status}'), 0)
     + (SELECT coalesce(sum(${column}), 0) FROM days))::int AS ${column}`;
  const text = `
    WITH days AS (
      SELECT ${SUMS} FROM course_day_totals
       WHERE teacher_id = $1 ${ofCourse} AND day BETWEEN $2::date AND $3::date
    ), canceled AS MATERIALIZED (
      SELECT course_id, session_date, marked_at FROM marks WHERE teacher_id = $1 AND canceled_status IS NOT NULL
    )
    SELECT ${counted('PRESENT', 'present')}, ${counted('LATE', 'late')}, ${counted('ABSENT', 'absent')},
           ${counted('EXCUSED', 'excused')}
      FROM (
        SELECT status, CASE WHEN ${inSpan} THEN 1 ELSE -1 END AS marks FROM marks m
         WHERE teacher_id = $1 ${ofCourse} AND ${STRAY} AND ${inSpan} <> ${onWholeDay}
        UNION ALL
        SELECT 'EXCUSED', CASE WHEN ${inSpan} THEN -1 ELSE 1 END FROM canceled m
         WHERE true ${ofCourse} AND ${inSpan} <> ${onWholeDay} AND (${inSpan} OR ${STRAY})
        ${days.headEnds ? edge(`m.marked_at < ${parameter(days.headEnds)}::timestamptz`) : ''}
        ${days.tailBegins ? edge(`m.marked_at >= ${parameter(days.tailBegins)}::timestamptz`) : ''}
      ) AS others`;
  return [text, values];
};

const NONE: Totals = { present: 0, late: 0, absent: 0, excused: 0 };
const COLUMNS = { PRESENT: 'present', LATE: 'late', ABSENT: 'absent', EXCUSED: 'excused' } as const;

/** Years of marks are not counted one by one where sums that are kept along with them answer as well. */
const choose = (filter: MarkFilter): Statement => {
  const { studentId, sessionId, from, to, needsReview } = filter;
  const isOpen = from === undefined && to === undefined;
  if (sessionId !== undefined || needsReview) return countMarks(filter);
  if (studentId !== undefined) return isOpen ? sumStudentCourses(filter) : countMarks(filter);
  if (isOpen) return sumAllDays(filter);
  const days = wholeDaysOf(momentOf(from), momentOf(to));
  return days ? sumDays(filter, days) : countMarks(filter);
};

/** Marks of a choice counted by status. */
export const makeCountTotals =
  (pool: Pool) =>
  async (filter: MarkFilter): Promise<Totals> => {
    const { rows } = await pool.query<Totals>(...choose(filter));
    const totals = rows[0] ?? NONE;
    const only = filter.status && COLUMNS[filter.status];
    return only ? { ...NONE, [only]: totals[only] } : totals;
  };
