import type { FlaggedAttempt } from '@qr-attendance/contracts';
import { deleteInBatches } from '@qr-attendance/server';
import type { Pool } from 'pg';
import { FLAGS_OF } from '../reports/records.ts';
import { MARKS_CHANNEL } from '../marking/write-marks-statement.ts';

/** So many students with the very same coordinates are worth a look. */
const SAME_COORDINATES = 3;

/** Writes the flags that `chosen` (session_id, student_id, reason) names once each, and tells of marks that got one. */
const flag = (chosen: string) => `
  WITH ${chosen}, flagged AS (
    INSERT INTO mark_flags (session_id, student_id, reason, at)
    SELECT session_id, student_id, reason, now() FROM chosen ORDER BY session_id, student_id
    ON CONFLICT DO NOTHING RETURNING session_id, student_id
  ), told AS (
    UPDATE marks m SET flagged_at = now() FROM flagged f
     WHERE m.session_id = f.session_id AND m.student_id = f.student_id RETURNING m.session_id, m.id
  )
  SELECT pg_notify('${MARKS_CHANNEL}', session_id || ' ' || id) FROM told`;

/** Flags that are no part of a mark being written, which write-marks.ts writes along with it. */
export const makeMarkFlags = (pool: Pool) => ({
  /** Of the student who came second with a device, and of those who used it before; nothing where there were none. */
  flagSharedDevice: async (sessionId: string, studentId: string, deviceKey: string): Promise<void> => {
    await pool.query(
      flag(`holder AS (
        SELECT session_id, student_id FROM marks
         WHERE session_id = $1 AND device_key = $3 AND student_id <> $2
      ), chosen AS (
        SELECT session_id, student_id, 'device_shared' AS reason FROM holder
         UNION SELECT session_id, $2::uuid, 'device_shared' FROM holder
      )`),
      [sessionId, studentId, deviceKey],
    );
  },

  /** Of the unsigned marks of one browser in a session, where it marked for several students. */
  flagSharedBrowser: async (sessionId: string, browser: string): Promise<void> => {
    await pool.query(
      flag(`users AS (
        SELECT session_id, student_id, signed FROM mark_contexts WHERE session_id = $1 AND browser = $2
      ), chosen AS (
        SELECT session_id, student_id, 'browser_shared' AS reason FROM users
         WHERE NOT signed AND (SELECT count(*) FROM users) > 1
      )`),
      [sessionId, browser],
    );
  },

  /** Students without a mark in a session who were refused in a way its teacher should know of, by name. */
  attempts: async (sessionId: string): Promise<FlaggedAttempt[]> => {
    const { rows } = await pool.query<FlaggedAttempt>(
      `SELECT jsonb_build_object('_id', tried.student_id, 'name', coalesce(p.name, ''), 'email', coalesce(p.email, ''))
                AS student,
              (${FLAGS_OF('tried')}) AS flags
         FROM (SELECT DISTINCT session_id, student_id FROM mark_flags WHERE session_id = $1) AS tried
         LEFT JOIN people p ON p.id = tried.student_id
        WHERE NOT EXISTS (SELECT FROM marks m WHERE m.session_id = $1 AND m.student_id = tried.student_id)
        ORDER BY p.name, tried.student_id`,
      [sessionId],
    );
    return rows;
  },

  /** Several replicas may do this at once. */
  flagSameCoordinates: async (): Promise<void> => {
    await pool.query(
      flag(`same AS (
        SELECT session_id, hash FROM mark_positions GROUP BY session_id, hash HAVING count(*) >= $1
      ), chosen AS (
        SELECT session_id, student_id, 'same_coordinates' AS reason
          FROM mark_positions JOIN same USING (session_id, hash)
      )`),
      [SAME_COORDINATES],
    );
  },

  /** Of sessions over long enough for their last marks to have been compared: positions go, with the salt, and names of browsers. */
  forgetPositions: (): Promise<void> =>
    deleteInBatches(async (limit) => {
      const { rows } = await pool.query<{ sessions: number }>(
        `WITH over AS (
           UPDATE sessions SET position_salt = NULL WHERE id = ANY(ARRAY(
             SELECT id FROM sessions
              WHERE NOT active AND position_salt IS NOT NULL AND ended_at < now() - interval '1 minute'
              LIMIT $1 FOR UPDATE SKIP LOCKED))
           RETURNING id
         ), gone AS (DELETE FROM mark_positions p USING over WHERE p.session_id = over.id),
         browsers AS (UPDATE mark_contexts c SET browser = NULL FROM over
                       WHERE c.session_id = over.id AND c.browser IS NOT NULL)
         SELECT count(*)::int AS sessions FROM over`,
        [limit],
      );
      return rows[0]?.sessions ?? 0;
    }),
});
