import { OPEN_POLICY, type Classroom, type SessionPolicy } from '@qr-attendance/contracts';
import type { SessionChanged } from '@qr-attendance/contracts/events';
import type { Refusals } from '@qr-attendance/server';
import type { Pool } from 'pg';

export interface SessionRow {
  id: string;
  course_id: string;
  teacher_id: string;
  session_date: string;
  start_time: Date;
  end_time: Date | null;
  active: boolean;
  ended_at: Date | null;
  location: Classroom | null;
  late_after_minutes: number;
  policy: SessionPolicy | null;
  position_salt: string | null;
  canceled_at: Date | null;
  version: number;
}

export const toSession = (row: SessionRow): SessionChanged => ({
  id: row.id,
  courseId: row.course_id,
  teacherId: row.teacher_id,
  date: row.session_date,
  startTime: row.start_time.toISOString(),
  ...(row.end_time ? { endTime: row.end_time.toISOString() } : {}),
  active: row.active,
  ...(row.ended_at ? { endedAt: row.ended_at.toISOString() } : {}),
  ...(row.canceled_at ? { canceledAt: row.canceled_at.toISOString() } : {}),
  ...(row.location ? { location: row.location } : {}),
  lateAfterMinutes: row.late_after_minutes,
  policy: row.policy ?? OPEN_POLICY,
  version: row.version,
});

export const makeSessions = (pool: Pool) => ({
  find: async (id: string): Promise<SessionChanged | undefined> => {
    const { rows } = await pool.query<SessionRow>({
      name: 'find-session',
      text: 'SELECT * FROM sessions WHERE id = $1',
      values: [id],
    });
    return rows[0] && toSession(rows[0]);
  },
});

export const makeCourses = (pool: Pool) => ({
  /** Whose course it is; undefined when the course is not known here. */
  findTeacher: async (id: string): Promise<string | undefined> => {
    const { rows } = await pool.query<{ teacher_id: string }>({
      name: 'find-course-teacher',
      text: 'SELECT teacher_id FROM courses WHERE id = $1',
      values: [id],
    });
    return rows[0]?.teacher_id;
  },
});

export const makeEnrollments = (pool: Pool) => ({
  /** Whether a student is enrolled in a course, and known by name, as far as is known here. */
  isKnownMember: async (
    courseId: string,
    studentId: string,
  ): Promise<{ enrolled: boolean; known: boolean }> => {
    const { rows } = await pool.query<{ enrolled: boolean; known: boolean }>(
      `SELECT EXISTS (SELECT FROM enrolments WHERE course_id = $1 AND student_id = $2 AND active) AS enrolled,
              EXISTS (SELECT FROM people WHERE id = $2) AS known`,
      [courseId, studentId],
    );
    return rows[0] ?? { enrolled: false, known: false };
  },
  /** Which of these students are enrolled in a course, and known by name, as far as is known here. */
  knownMembers: async (courseId: string, studentIds: string[]): Promise<Set<string>> => {
    const { rows } = await pool.query<{ student_id: string }>(
      `SELECT e.student_id FROM enrolments e JOIN people p ON p.id = e.student_id
        WHERE e.course_id = $1 AND e.student_id = ANY($2::uuid[]) AND e.active`,
      [courseId, studentIds],
    );
    return new Set(rows.map(({ student_id }) => student_id));
  },
});

export const makePeople = (pool: Pool) => ({
  /** People with access tokens that are refused and may not have expired. */
  refusals: async (): Promise<Refusals> => {
    const { rows } = await pool.query<{ id: string; sign_outs: number; suspended: boolean }>(
      'SELECT id, sign_outs, suspended FROM people WHERE signed_out_until > now()',
    );
    return {
      suspended: rows.filter(({ suspended }) => suspended).map(({ id }) => id),
      signedOut: rows.map(({ id, sign_outs }) => ({ userId: id, times: sign_outs })),
    };
  },
});
