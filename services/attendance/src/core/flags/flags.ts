import type { FlagReason } from '@qr-attendance/contracts';
import type { Pool } from 'pg';
import { deleteOld } from '../../db/delete-old.ts';
import { recordsOf } from '../people/merges.ts';
import { notifySql } from '../events/notify-pages.ts';
import { recountSql } from '../recounts/queue-recounts.ts';

const SAME_COORDINATES = 3;

export const FLAGS_SQL = `jsonb_agg(jsonb_build_object('reason', f.reason, 'at', f.at) ORDER BY f.at, f.reason)`;
/** Flags `f` of the record of `row` and of records merged into it, each reason once. */
export const flagRowsSql = (row: string) => `
  (SELECT reason, min(at) AS at FROM flags
    WHERE session_id = ${row}.session_id AND student_id = ANY (${recordsOf(`${row}.student_id`)})
    GROUP BY reason) AS f`;
export const FLAGS_OF = (row: string) => `SELECT ${FLAGS_SQL} FROM ${flagRowsSql(row)}`;
/**
 * Raises each flag of `chosen` once; flags that ask for review queue recounts and notifications.
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
    ${recountSql('asking')}
  )
  ${notifySql('asking')}`;

export const createFlags = (pool: Pool) => {
  const raise = async (reason: FlagReason, chosen: string, values: unknown[]): Promise<void> => {
    await pool.query(
      raiseFlags(`chosen AS (
        SELECT session_id, student_id, '${reason}' AS reason, now() AS at, true AS asks_review FROM (${chosen}) AS c)`),
      values,
    );
  };
  return {
    flagSharedDevice: (sessionId: string, studentId: string, deviceKey: string): Promise<void> =>
      raise(
        'device_shared',
        `WITH holder AS (
           SELECT session_id, student_id FROM scan_evidence
            WHERE session_id = $1 AND device_key = $3 AND student_id <> $2)
         SELECT session_id, student_id FROM holder UNION SELECT session_id, $2::uuid FROM holder`,
        [sessionId, studentId, deviceKey],
      ),
    flagSharedBrowser: (sessionId: string, browser: string): Promise<void> =>
      raise(
        'browser_shared',
        `WITH users AS (
           SELECT session_id, student_id, signed FROM scan_evidence WHERE session_id = $1 AND browser = $2)
         SELECT session_id, student_id FROM users WHERE NOT signed AND (SELECT count(*) FROM users) > 1`,
        [sessionId, browser],
      ),
    flagSameCoordinates: (): Promise<void> =>
      raise(
        'same_coordinates',
        `SELECT session_id, student_id FROM scan_evidence JOIN (
           SELECT session_id, position_hash FROM scan_evidence WHERE position_hash IS NOT NULL
            GROUP BY session_id, position_hash HAVING count(*) >= $1) AS same USING (session_id, position_hash)`,
        [SAME_COORDINATES],
      ),
    deletePositions: (): Promise<void> =>
      deleteOld(
        pool,
        ['sessions', 'id'],
        `NOT active AND position_salt IS NOT NULL AND ended_at < now() - interval '1 minute'`,
        [],
        {
          change: 'UPDATE sessions SET position_salt = NULL',
          follow: `UPDATE scan_evidence c SET browser = NULL, position_hash = NULL FROM changed
                  WHERE c.session_id = changed.id AND (c.browser IS NOT NULL OR c.position_hash IS NOT NULL)`,
        },
      ),
  };
};
