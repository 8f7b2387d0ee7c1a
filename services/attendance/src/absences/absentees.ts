import type { Pool } from 'pg';

/** Students enrolled when an ended session ended who have no mark in it. */
export const makeFindAbsentees =
  (pool: Pool) =>
  async (sessionId: string): Promise<string[]> => {
    const { rows } = await pool.query<{ student_id: string }>(
      `SELECT e.student_id FROM sessions s
         JOIN enrolments e ON e.course_id = s.course_id AND e.active AND e.enrolled_at <= s.ended_at
        WHERE s.id = $1 AND NOT s.active
          AND NOT EXISTS (SELECT FROM marks m WHERE m.session_id = s.id AND m.student_id = e.student_id)
        ORDER BY e.student_id`,
      [sessionId],
    );
    return rows.map(({ student_id }) => student_id);
  };
export type FindAbsentees = ReturnType<typeof makeFindAbsentees>;
