import { OPEN_POLICY, type Classroom, type SessionPolicy } from '@qr-attendance/contracts';
import type { SessionChanged } from '@qr-attendance/contracts/events';
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
export type Sessions = ReturnType<typeof makeSessions>;
