import type { SessionState } from '@qr-attendance/contracts/events';
import type { Refusals } from '@qr-attendance/server';
import type { Pool } from 'pg';
import { isoMoment } from '../db/sql.ts';

export const SESSION_STATE = `
  jsonb_strip_nulls(jsonb_build_object(
    'id', s.id, 'courseId', s.course_id, 'teacherId', s.teacher_id, 'date', s.session_date,
    'startTime', ${isoMoment('s.start_time')}, 'endTime', ${isoMoment('s.end_time')}, 'active', s.active,
    'endedAt', ${isoMoment('s.ended_at')}, 'canceledAt', ${isoMoment('s.canceled_at')}, 'location', s.location,
    'lateAfterMinutes', s.late_after_minutes, 'policy', s.policy, 'version', s.version))`;

export const createLookups = (pool: Pool) => ({
  findSession: async (id: string): Promise<SessionState | undefined> => {
    const { rows } = await pool.query<{ session: SessionState }>({
      name: 'find-session',
      text: `SELECT ${SESSION_STATE} AS session FROM sessions s WHERE id = $1`,
      values: [id],
    });
    return rows[0]?.session;
  },
  findTeacher: async (courseId: string): Promise<string | undefined> => {
    const { rows } = await pool.query<{ teacher_id: string }>({
      name: 'find-course-teacher',
      text: 'SELECT teacher_id FROM courses WHERE id = $1',
      values: [courseId],
    });
    return rows[0]?.teacher_id;
  },
  knownMembers: async (courseId: string, studentIds: string[]): Promise<Set<string>> => {
    const { rows } = await pool.query<{ student_id: string }>(
      `SELECT m.student_id FROM members m JOIN people p ON p.id = m.student_id
        WHERE m.course_id = $1 AND m.student_id = ANY($2::uuid[]) AND m.active`,
      [courseId, studentIds],
    );
    return new Set(rows.map(({ student_id }) => student_id));
  },
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
