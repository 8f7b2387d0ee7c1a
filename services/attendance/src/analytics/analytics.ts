import type { RunningMark } from '@qr-attendance/contracts';
import type { Pool } from 'pg';
import type { Totals } from '../attendance/rules/rates.ts';
import { COUNTS, sumsOf, TOOK_PLACE } from '../attendance/statements.ts';

const SUMS = sumsOf('counted_');
const OWN = `a.student_id = $1 AND a.counts`;

const RUNNING = `s.active AND s.start_time <= now() AND (s.end_time IS NULL OR s.end_time > now())`;

interface Counts {
  students: number;
  courses: number;
  activeSessions: number;
  heldSessions: number;
  sessions: number;
}

export const createAnalytics = (pool: Pool) => {
  /** Statements are prepared, as planning takes several times as long as running them. */
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
    teacherCounts: (teacherId: string): Promise<Counts> =>
      one<Counts>(
        'teacher-counts',
        `SELECT (SELECT count(*)::int FROM courses WHERE teacher_id = $1 AND NOT archived) AS courses,
                (SELECT count(DISTINCT m.student_id)::int FROM courses c JOIN members m ON m.course_id = c.id AND m.active
                  WHERE c.teacher_id = $1 AND NOT c.archived) AS students,
                (SELECT count(*)::int FROM sessions s WHERE s.teacher_id = $1 AND ${RUNNING}) AS "activeSessions",
                count(*) FILTER (WHERE NOT s.active AND ${TOOK_PLACE})::int AS "heldSessions",
                count(*)::int AS sessions
           FROM sessions s WHERE s.teacher_id = $1 AND s.canceled_at IS NULL`,
        [teacherId],
      ),
    studentCounts: (studentId: string) =>
      one<Pick<Counts, 'courses' | 'activeSessions'> & { runningMarks: RunningMark[] }>(
        'student-counts',
        `WITH running AS MATERIALIZED (
           SELECT s.id, s.course_id FROM members e JOIN sessions s ON s.course_id = e.course_id
            WHERE e.student_id = $1 AND e.active AND ${RUNNING})
         SELECT count(*)::int AS courses, (SELECT count(*)::int FROM running) AS "activeSessions",
                (SELECT coalesce(jsonb_agg(jsonb_build_object('sessionId', r.id, 'courseName', coalesce(c.name, ''),
                                 'timestamp', a.marked_at, 'status', a.status) ORDER BY a.marked_at), '[]')
                   FROM running r
                   JOIN LATERAL (SELECT marked_at, status FROM attendance a
                                  WHERE a.session_id = r.id AND a.student_id = $1 AND a.status <> 'ABSENT' OFFSET 0) AS a ON true
                   LEFT JOIN courses c ON c.id = r.course_id) AS "runningMarks"
           FROM members WHERE student_id = $1 AND active`,
        [studentId],
      ),
    teacherTotals: (teacherId: string) =>
      one<Totals>('teacher-totals', `SELECT ${SUMS} FROM current_session_counts WHERE teacher_id = $1`, [
        teacherId,
      ]),
    studentTotals: (studentId: string) =>
      one<Totals>('student-totals', `SELECT ${COUNTS} FROM current_records a WHERE ${OWN}`, [studentId]),
    teacherByDay: (teacherId: string, from: string, to: string) =>
      byDay(
        'teacher-by-day',
        `SELECT session_date AS day, ${SUMS} FROM current_session_counts
          WHERE teacher_id = $1 AND session_date BETWEEN $2 AND $3 GROUP BY session_date`,
        [teacherId, from, to],
      ),
    studentByDay: (studentId: string, from: string, to: string) =>
      byDay(
        'student-by-day',
        `SELECT a.session_date AS day, ${COUNTS} FROM current_records a
          WHERE ${OWN} AND a.session_date BETWEEN $2 AND $3 GROUP BY a.session_date`,
        [studentId, from, to],
      ),
  };
};
export type Analytics = ReturnType<typeof createAnalytics>;
