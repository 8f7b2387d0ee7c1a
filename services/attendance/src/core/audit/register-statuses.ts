import type { Pool } from 'pg';

const REGISTER = `
  WITH settled AS MATERIALIZED (
    SELECT DISTINCT s.id, s.course_id FROM session_counts c JOIN sessions s ON s.id = c.session_id
     WHERE c.changed_at >= $1 AND s.ended_at IS NOT NULL
  ), known AS (
    SELECT DISTINCT ON (l.session_id, l.student_id) l.session_id, l.student_id, l.to_status
      FROM settled JOIN audit_log l ON l.session_id = settled.id AND l.action = 'registered'
     ORDER BY l.session_id, l.student_id, l.at DESC
  ), current AS (
    SELECT a.session_id, a.student_id, a.course_id, a.status FROM settled JOIN attendance a ON a.session_id = settled.id WHERE NOT a.canceled
  )
  INSERT INTO audit_log (session_id, course_id, student_id, action, from_status, to_status)
  SELECT session_id, coalesce(current.course_id, settled.course_id), student_id, 'registered', known.to_status, current.status
    FROM known FULL JOIN current USING (session_id, student_id) JOIN settled ON settled.id = session_id
   WHERE known.to_status IS DISTINCT FROM current.status
   ORDER BY session_id, student_id`;

export const register = async (poolWithoutTimeouts: Pool, since: Date): Promise<void> => {
  await poolWithoutTimeouts.query(REGISTER, [since]);
};
