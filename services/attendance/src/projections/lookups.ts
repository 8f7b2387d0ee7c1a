import type { Classroom, SessionPolicy } from '@qr-attendance/contracts';
import type { SessionState } from '@qr-attendance/contracts/events';
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
  canceled_at: Date | null;
  location: Classroom | null;
  late_after_minutes: number;
  policy: SessionPolicy;
  position_salt: string | null;
  version: number;
}

export const toSession = (row: SessionRow): SessionState => ({
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
  policy: row.policy,
  version: row.version,
});

/** What other services own, as far as it is known here. */
export const createLookups = (pool: Pool) => ({
  findSession: async (id: string): Promise<SessionState | undefined> => {
    const { rows } = await pool.query<SessionRow>({
      name: 'find-session',
      text: 'SELECT * FROM sessions WHERE id = $1',
      values: [id],
    });
    return rows[0] && toSession(rows[0]);
  },
  /** The teacher of a course; undefined when the course is not known here. */
  findTeacher: async (courseId: string): Promise<string | undefined> => {
    const { rows } = await pool.query<{ teacher_id: string }>({
      name: 'find-course-teacher',
      text: 'SELECT teacher_id FROM courses WHERE id = $1',
      values: [courseId],
    });
    return rows[0]?.teacher_id;
  },
  /** Which of these students are enrolled in a course, and known by name. */
  knownMembers: async (courseId: string, studentIds: string[]): Promise<Set<string>> => {
    const { rows } = await pool.query<{ student_id: string }>(
      `SELECT m.student_id FROM members m JOIN people p ON p.id = m.student_id
        WHERE m.course_id = $1 AND m.student_id = ANY($2::uuid[]) AND m.active`,
      [courseId, studentIds],
    );
    return new Set(rows.map(({ student_id }) => student_id));
  },
  /** Students who are or were in the course of a session. */
  listMembers: async (sessionId: string): Promise<string[]> => {
    const { rows } = await pool.query<{ student_id: string }>(
      'SELECT m.student_id FROM members m JOIN sessions s USING (course_id) WHERE s.id = $1',
      [sessionId],
    );
    return rows.map(({ student_id }) => student_id);
  },
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
export type Lookups = ReturnType<typeof createLookups>;
