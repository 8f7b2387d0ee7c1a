import type { RunningMark } from '@qr-attendance/contracts';
import type { Pool } from 'pg';
import { COUNT_BY_STATUS, SUMS } from '../reports/mark-totals.ts';
import { HAS_ENDED, LESS_MARKS, MARKS_OF_UNENDED } from './unended-sessions.ts';
import type { Totals } from './rules/rates.ts';

/** A course and an enrollment in it may arrive at the same moment, neither seeing the other: so a count does not last for ever. */
const LASTS = `interval '1 hour'`;

/** A count of students that still holds, of the teacher `$1`; null where it has to be made again. */
const COUNTED_STUDENTS = `
  SELECT students FROM teacher_students
   WHERE teacher_id = $1 AND counted_at_change = changes AND counted_at > now() - ${LASTS}`;

/** Tells that the students of the teachers that `teachers` (teacher_id) names are other ones, or may be. */
export const tellChange = (teachers: string) => `
  INSERT INTO teacher_students AS t (teacher_id, changes) SELECT teacher_id, 1 FROM (${teachers}) AS changed
  ON CONFLICT (teacher_id) DO UPDATE SET changes = t.changes + 1`;

/** Counts and keeps the count, with the state that it is of: what changes meanwhile leaves it out of date. */
const COUNT = `
  INSERT INTO teacher_students AS t (teacher_id, students, counted_at_change, counted_at)
  SELECT $1, count(DISTINCT e.student_id), coalesce((SELECT changes FROM teacher_students WHERE teacher_id = $1), 0), now()
    FROM courses c JOIN enrolments e ON e.course_id = c.id AND e.active WHERE c.teacher_id = $1 AND NOT c.archived
  ON CONFLICT (teacher_id) DO UPDATE
    SET students = excluded.students, counted_at_change = excluded.counted_at_change, counted_at = excluded.counted_at
  RETURNING students`;

/** Students enrolled in any of a teacher's courses that are not archived, each once. */
const countStudents = async (pool: Pool, teacherId: string): Promise<number> => {
  const { rows } = await pool.query<{ students: number }>(COUNT, [teacherId]);
  return rows[0]?.students ?? 0;
};

/** Sessions of the teacher `$1` that count nowhere; counted apart, so that all others are counted in an index alone. */
const CANCELED = `SELECT count(*)::int FROM sessions WHERE teacher_id = $1 AND canceled_at IS NOT NULL`;

/** Sums of the teacher `$1`; of some days, by a condition on the column that has them. */
const sumCourses = (ofDays: (column: string) => string): string =>
  `SELECT ${SUMS} FROM (
     SELECT present, late, absent, excused FROM course_day_totals WHERE teacher_id = $1 ${ofDays('day')}
      UNION ALL
     SELECT ${LESS_MARKS} FROM ${MARKS_OF_UNENDED}
      WHERE s.teacher_id = $1 AND s.active ${ofDays('m.session_date')}) AS counted`;

const RUNNING = `s.active AND s.start_time <= now() AND (s.end_time IS NULL OR s.end_time > now())`;

interface Counts {
  students: number;
  courses: number;
  activeSessions: number;
  /** Sessions that came to their end. */
  heldSessions: number;
  sessions: number;
}

export const makeAnalytics = (pool: Pool) => {
  /** All are prepared: planning them takes several times as long as what they ask. */
  const one = async <Row extends object>(name: string, text: string, values: unknown[]): Promise<Row> => {
    const { rows } = await pool.query<Row>({ name, text, values });
    if (!rows[0]) throw new Error('an aggregate answered no row');
    return rows[0];
  };
  const byDay = async (name: string, text: string, values: unknown[]): Promise<Map<string, Totals>> => {
    const { rows } = await pool.query<Totals & { day: string }>({ name, text, values });
    return new Map(rows.map(({ day, ...totals }) => [day, totals]));
  };

  return {
    teacherCounts: async (teacherId: string): Promise<Counts> => {
      const { students, ...counts } = await one<Omit<Counts, 'students'> & { students: number | null }>(
        'teacher-counts',
        `SELECT (SELECT count(*)::int FROM courses WHERE teacher_id = $1 AND NOT archived) AS courses,
                (${COUNTED_STUDENTS}) AS students,
                (SELECT count(*)::int FROM sessions s WHERE s.teacher_id = $1 AND ${RUNNING}) AS "activeSessions",
                (SELECT count(*)::int FROM sessions s WHERE s.teacher_id = $1 AND NOT active) - (${CANCELED}) AS "heldSessions",
                (SELECT count(*)::int FROM sessions s WHERE s.teacher_id = $1) - (${CANCELED}) AS sessions`,
        [teacherId],
      );
      return { ...counts, students: students ?? (await countStudents(pool, teacherId)) };
    },
    studentCounts: (studentId: string) =>
      one<Pick<Counts, 'courses' | 'activeSessions'> & { runningMarks: RunningMark[] }>(
        'student-counts',
        `SELECT count(*)::int AS courses,
                (SELECT count(*)::int FROM enrolments e JOIN sessions s ON s.course_id = e.course_id
                  WHERE e.student_id = $1 AND e.active AND ${RUNNING}) AS "activeSessions",
                (SELECT coalesce(jsonb_agg(jsonb_build_object('sessionId', s.id, 'courseName', coalesce(c.name, ''),
                                 'timestamp', m.marked_at, 'status', m.status) ORDER BY m.marked_at), '[]')
                   FROM enrolments e JOIN sessions s ON s.course_id = e.course_id
                   JOIN marks m ON m.session_id = s.id AND m.student_id = $1 AND m.status <> 'ABSENT'
                   LEFT JOIN courses c ON c.id = s.course_id
                  WHERE e.student_id = $1 AND e.active AND ${RUNNING}) AS "runningMarks"
           FROM enrolments WHERE student_id = $1 AND active`,
        [studentId],
      ),
    teacherTotals: (teacherId: string, day?: string) =>
      day === undefined
        ? one<Totals>(
            'teacher-totals',
            sumCourses(() => ''),
            [teacherId],
          )
        : one<Totals>(
            'teacher-totals-of-day',
            sumCourses((column) => `AND ${column} = $2`),
            [teacherId, day],
          ),
    studentTotals: (studentId: string) =>
      one<Totals>(
        'student-totals',
        `SELECT ${SUMS} FROM (
           SELECT present, late, absent, excused FROM student_course_totals WHERE student_id = $1
            UNION ALL
           SELECT ${LESS_MARKS} FROM student_course_totals t JOIN ${MARKS_OF_UNENDED} ON s.course_id = t.course_id
            WHERE t.student_id = $1 AND m.student_id = $1 AND s.active) AS counted`,
        [studentId],
      ),
    studentTotalsOn: (studentId: string, day: string) =>
      one<Totals>(
        'student-totals-of-day',
        `SELECT ${COUNT_BY_STATUS} FROM marks m WHERE student_id = $1 AND session_date = $2 AND ${HAS_ENDED}`,
        [studentId, day],
      ),
    teacherByDay: (teacherId: string, from: string, to: string) =>
      byDay(
        'teacher-by-day',
        `SELECT day, ${SUMS} FROM (
           SELECT day, present, late, absent, excused FROM course_day_totals
            WHERE teacher_id = $1 AND day BETWEEN $2 AND $3
            UNION ALL
           SELECT m.session_date, ${LESS_MARKS} FROM ${MARKS_OF_UNENDED}
            WHERE s.teacher_id = $1 AND s.active AND m.session_date BETWEEN $2 AND $3) AS counted
          GROUP BY day`,
        [teacherId, from, to],
      ),
    studentByDay: (studentId: string, from: string, to: string) =>
      byDay(
        'student-by-day',
        `SELECT session_date AS day, ${COUNT_BY_STATUS} FROM marks m
          WHERE student_id = $1 AND session_date BETWEEN $2 AND $3 AND ${HAS_ENDED} GROUP BY session_date`,
        [studentId, from, to],
      ),
  };
};
