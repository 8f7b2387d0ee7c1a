import {
  STUDENT_SESSIONS,
  type AuditAction,
  type CourseStudent,
  type Flag,
  type StudentSession,
} from '@qr-attendance/contracts';
import { notFound } from '@qr-attendance/server';
import type { Pool } from 'pg';
import { FLAGS_OF } from '../attendance/flags.ts';
import { recordIdOf } from '../attendance/record-id.ts';
import { toStudentRate, COUNTED, type StudentTotals } from './student-rates.ts';
import { toHeldSession, type HeldSessionRow } from './course-grid.ts';
import { trendOf } from './rules/trend.ts';

interface StudentRow extends StudentTotals {
  enrolled: boolean;
  course_name: string;
  course_code: string;
}
interface SessionRow extends HeldSessionRow {
  status: string | null;
  counts: boolean | null;
  marked_at: Date | null;
  needs_review: boolean | null;
  recorded: AuditAction | null;
  flags: Flag[] | null;
  notes: StudentSession['notes'] | null;
}

export const createCourseStudents = (pool: Pool) => ({
  find: async (courseId: string, studentId: string): Promise<StudentRow | undefined> => {
    const { rows } = await pool.query<StudentRow>(
      `SELECT p.id, p.name, p.email, p.usn, p.reg_no, e.enrolled_at, e.active AS enrolled, c.name AS course_name,
              c.code AS course_code, ${COUNTED}
         FROM members e
         JOIN people p ON p.id = e.student_id AND NOT p.erased
         JOIN courses c ON c.id = e.course_id
         LEFT JOIN (SELECT * FROM current_member_counts WHERE course_id = $1 AND student_id = $2) AS t ON true
        WHERE e.course_id = $1 AND e.student_id = $2`,
      [courseId, studentId],
    );
    return rows[0];
  },
  sessions: async (courseId: string, studentId: string, limit: number): Promise<SessionRow[]> => {
    const { rows } = await pool.query<SessionRow>(
      `SELECT s.*, a.status, a.counts, a.marked_at, (${FLAGS_OF('s')}) AS flags, a.to_review AS needs_review,
              CASE a.cause WHEN 'session_ended' THEN 'absent_at_end' WHEN 'presence_check' THEN 'presence_check_missed'
                           WHEN 'decision' THEN (
                             SELECT l.action FROM audit_log l
                              WHERE l.session_id = s.id AND l.student_id = $2 AND l.to_status IS NOT NULL
                                AND l.action NOT IN ('marked', 'registered') ORDER BY l.at DESC LIMIT 1)
                           ELSE 'marked' END AS recorded,
              (SELECT jsonb_agg(jsonb_build_object('at', l.at, 'action', l.action, 'text', t.text) ORDER BY l.at)
                 FROM audit_log l JOIN audit_texts t ON t.audit_id = l.id
                WHERE l.session_id = s.id AND l.student_id = $2) AS notes
         FROM (SELECT id, id AS session_id, $2::uuid AS student_id, session_date, start_time, active, ended_at
                 FROM sessions s
                WHERE s.course_id = $1 AND s.canceled_at IS NULL
                  AND (s.start_time <= now() OR EXISTS (SELECT FROM scans WHERE session_id = s.id AND student_id = $2)
                    OR EXISTS (SELECT FROM decisions WHERE session_id = s.id AND student_id = $2 AND status IS NOT NULL))
                ORDER BY s.start_time DESC, s.id DESC LIMIT $3) AS s
         LEFT JOIN LATERAL (SELECT status, counts, marked_at, cause, to_review FROM current_records a
                             WHERE a.session_id = s.id AND a.student_id = $2 OFFSET 0) AS a ON true
        ORDER BY s.start_time DESC, s.id DESC`,
      [courseId, studentId, limit],
    );
    return rows;
  },
});

const toMark = (
  { id: sessionId, status, marked_at, recorded, needs_review }: SessionRow,
  studentId: string,
): StudentSession['mark'] => {
  if (status === null || marked_at === null) return undefined;
  return {
    _id: recordIdOf({ sessionId, studentId }),
    status,
    ...(status !== 'ABSENT' && { timestamp: marked_at.toISOString() }),
    ...(recorded && { recorded }),
    needsReview: needs_review ?? false,
  };
};

const toSession = (row: SessionRow, studentId: string): StudentSession => {
  const mark = toMark(row, studentId);
  return { ...toHeldSession(row), ...(mark && { mark }), flags: row.flags ?? [], notes: row.notes ?? [] };
};

export type CourseStudents = ReturnType<typeof createCourseStudents>;

export const readCourseStudent = async (
  courseStudents: CourseStudents,
  courseId: string,
  studentId: string,
): Promise<CourseStudent> => {
  const found = await courseStudents.find(courseId, studentId);
  if (!found) throw notFound('Student');
  const { enrolled, course_name: name, course_code: code, ...student } = found;
  const sessions = await courseStudents.sessions(courseId, studentId, STUDENT_SESSIONS);
  const counted = sessions.map(({ id, session_date: date, status, counts }) => ({
    ...{ session: id, date, status: status ?? undefined, counts: counts ?? false },
  }));
  return {
    ...toStudentRate(student),
    course: { _id: courseId, name, code },
    enrolled,
    trend: trendOf(counted, student).map(({ session, date, attendancePercentage }) => ({
      ...{ session, date, attendancePercentage },
    })),
    sessions: sessions.map((session) => toSession(session, studentId)),
  };
};
