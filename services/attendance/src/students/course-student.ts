import {
  STUDENT_SESSIONS,
  type AuditAction,
  type CourseStudent,
  type Flag,
  type StudentSession,
} from '@qr-attendance/contracts';
import { notFound } from '@qr-attendance/server';
import type { Pool } from 'pg';
import { toStudentRate, UNENDED_COUNTS, COUNTED, type StudentTotals } from '../analytics/student-rates.ts';
import type { Context } from '../context.ts';
import { findTeacher } from '../projections/ask-owner.ts';
import { FLAGS_OF } from '../reports/records.ts';
import { toHeldSession, type HeldSessionRow } from './course-grid.ts';
import { trendOf } from './rules/trend.ts';

interface StudentRow extends StudentTotals {
  enrolled: boolean;
  course_name: string;
  course_code: string;
}
interface SessionRow extends HeldSessionRow {
  mark_id: string | null;
  status: string | null;
  marked_at: Date | null;
  needs_review: boolean | null;
  recorded: AuditAction | null;
  flags: Flag[] | null;
  notes: StudentSession['notes'] | null;
}

/** Lines of a mark's history that gave it its status. */
const RECORDING = `('marked', 'marked_by_hand', 'absent_at_end', 'corrected', 'refused', 'judged_again',
                    'set_on_roster', 'undone', 'voided')`;

export const makeCourseStudents = (pool: Pool) => ({
  /** Who is or was enrolled in a course, with what counts; undefined where there is no such student, or no more. */
  find: async (courseId: string, studentId: string): Promise<StudentRow | undefined> => {
    const { rows } = await pool.query<StudentRow>(
      `SELECT p.id, p.name, p.email, p.usn, p.reg_no, e.enrolled_at, e.active AS enrolled, c.name AS course_name,
              c.code AS course_code, ${COUNTED}
         FROM enrolments e
         JOIN people p ON p.id = e.student_id AND NOT p.erased
         JOIN courses c ON c.id = e.course_id
         LEFT JOIN student_course_totals t ON t.student_id = e.student_id AND t.course_id = e.course_id
         LEFT JOIN (${UNENDED_COUNTS} AND m.student_id = $2 GROUP BY m.student_id) AS o ON o.student_id = e.student_id
        WHERE e.course_id = $1 AND e.student_id = $2`,
      [courseId, studentId],
    );
    return rows[0];
  },
  /** Sessions of a course that have begun, or in which the student has a mark, newest first; none that was canceled. */
  sessions: async (courseId: string, studentId: string, limit: number): Promise<SessionRow[]> => {
    const { rows } = await pool.query<SessionRow>(
      `SELECT s.*, (${FLAGS_OF('s')}) AS flags,
              (SELECT coalesce(a.cause, a.action) FROM mark_audit a
                WHERE a.mark_id = s.mark_id AND coalesce(a.cause, a.action) IN ${RECORDING}
                ORDER BY a.at DESC LIMIT 1) AS recorded,
              (SELECT jsonb_agg(jsonb_build_object('at', a.at, 'action', coalesce(a.cause, a.action), 'text', t.text)
                                ORDER BY a.at)
                 FROM mark_audit a JOIN mark_audit_texts t ON t.audit_id = a.id WHERE a.mark_id = s.mark_id) AS notes
         FROM (SELECT s.id, s.id AS session_id, $2::uuid AS student_id, s.session_date, s.start_time, s.active, s.ended_at,
                      m.id AS mark_id, m.status, m.marked_at, m.needs_review
                 FROM sessions s
                 LEFT JOIN marks m ON m.session_id = s.id AND m.student_id = $2 AND m.canceled_status IS NULL
                WHERE s.course_id = $1 AND s.canceled_at IS NULL AND (s.start_time <= now() OR m.id IS NOT NULL)
                ORDER BY s.start_time DESC, s.id DESC LIMIT $3) AS s
        ORDER BY s.start_time DESC, s.id DESC`,
      [courseId, studentId, limit],
    );
    return rows;
  },
});

const toMark = ({ mark_id, status, marked_at, recorded, needs_review }: SessionRow): StudentSession['mark'] =>
  mark_id !== null && status !== null && marked_at !== null
    ? {
        _id: mark_id,
        status,
        ...(status !== 'ABSENT' && { timestamp: marked_at.toISOString() }),
        ...(recorded && { recorded }),
        needsReview: needs_review ?? false,
      }
    : undefined;

const toSession = (row: SessionRow): StudentSession => {
  const mark = toMark(row);
  return { ...toHeldSession(row), ...(mark && { mark }), flags: row.flags ?? [], notes: row.notes ?? [] };
};

/** How one student of a teacher's own course came, and what there is to know of each session. */
export const readCourseStudent = async (
  context: Pick<Context, 'courses' | 'courseStudents' | 'owners' | 'projections'>,
  teacherId: string,
  courseId: string,
  studentId: string,
): Promise<CourseStudent> => {
  if ((await findTeacher(context, courseId)) !== teacherId) throw notFound('Course');
  const found = await context.courseStudents.find(courseId, studentId);
  if (!found) throw notFound('Student');
  const { enrolled, course_name: name, course_code: code, ...student } = found;
  const sessions = await context.courseStudents.sessions(courseId, studentId, STUDENT_SESSIONS);
  const counted = sessions.map(({ id, session_date: date, status, active }) => ({
    ...{ session: id, date, status: status ?? undefined, ended: !active },
  }));
  return {
    ...toStudentRate(student),
    course: { _id: courseId, name, code },
    enrolled,
    trend: trendOf(counted, student).map(({ session, date, attendancePercentage }) => ({
      ...{ session, date, attendancePercentage },
    })),
    sessions: sessions.map(toSession),
  };
};
