import { deleteInBatches } from '@qr-attendance/server';
import type { Pool } from 'pg';
import { notifyOf, recountOf } from './statements.ts';

const SAME_COORDINATES = 3;

export const FLAGS = `jsonb_agg(jsonb_build_object('reason', f.reason, 'at', f.at) ORDER BY f.at, f.reason)`;
export const FLAGS_OF = (row: string) => `
  SELECT ${FLAGS} FROM flags f WHERE f.session_id = ${row}.session_id AND f.student_id = ${row}.student_id`;
/**
 * Raises each flag of `chosen` once, and queues recounts and notifications for those that ask for review.
 * @param chosen CTEs ending with `chosen` (session_id, student_id, reason, at, asks_review)
 */
export const raiseFlags = (chosen: string) => `
  WITH ${chosen}, raised AS (
    INSERT INTO flags (session_id, student_id, reason, at, asks_review)
    SELECT session_id, student_id, reason, at, asks_review FROM chosen ORDER BY session_id, student_id, reason
    ON CONFLICT DO NOTHING RETURNING session_id, student_id, asks_review
  ), asking AS (
    SELECT DISTINCT r.session_id, r.student_id, s.course_id FROM raised r JOIN sessions s ON s.id = r.session_id
     WHERE r.asks_review
  ), queued AS (
    ${recountOf('asking')}
  )
  ${notifyOf('asking')}`;

export const createFlags = (pool: Pool) => ({
  flagSharedDevice: async (sessionId: string, studentId: string, deviceKey: string): Promise<void> => {
    await pool.query(
      raiseFlags(`holder AS (
        SELECT session_id, student_id FROM scan_evidence
         WHERE session_id = $1 AND device_key = $3 AND student_id <> $2
      ), chosen AS (
        SELECT session_id, student_id, 'device_shared' AS reason, now() AS at, true AS asks_review FROM (
          SELECT session_id, student_id FROM holder UNION SELECT session_id, $2::uuid FROM holder) AS users
      )`),
      [sessionId, studentId, deviceKey],
    );
  },
  flagSharedBrowser: async (sessionId: string, browser: string): Promise<void> => {
    await pool.query(
      raiseFlags(`users AS (
        SELECT session_id, student_id, signed FROM scan_evidence WHERE session_id = $1 AND browser = $2
      ), chosen AS (
        SELECT session_id, student_id, 'browser_shared' AS reason, now() AS at, true AS asks_review FROM users
         WHERE NOT signed AND (SELECT count(*) FROM users) > 1
      )`),
      [sessionId, browser],
    );
  },
  flagSameCoordinates: async (): Promise<void> => {
    await pool.query(
      raiseFlags(`same AS (
        SELECT session_id, position_hash FROM scan_evidence WHERE position_hash IS NOT NULL
         GROUP BY session_id, position_hash HAVING count(*) >= $1
      ), chosen AS (
        SELECT session_id, student_id, 'same_coordinates' AS reason, now() AS at, true AS asks_review
          FROM scan_evidence JOIN same USING (session_id, position_hash)
      )`),
      [SAME_COORDINATES],
    );
  },
  deletePositions: (): Promise<void> =>
    deleteInBatches(async (limit) => {
      const { rows } = await pool.query<{ sessions: number }>(
        `WITH over AS (
           UPDATE sessions SET position_salt = NULL WHERE id = ANY(ARRAY(
             SELECT id FROM sessions
              WHERE NOT active AND position_salt IS NOT NULL AND ended_at < now() - interval '1 minute'
              LIMIT $1 FOR UPDATE SKIP LOCKED))
           RETURNING id
         ), hashes AS (UPDATE scan_evidence c SET browser = NULL, position_hash = NULL FROM over
                        WHERE c.session_id = over.id AND (c.browser IS NOT NULL OR c.position_hash IS NOT NULL))
         SELECT count(*)::int AS sessions FROM over`,
        [limit],
      );
      return rows[0]?.sessions ?? 0;
    }),
});
