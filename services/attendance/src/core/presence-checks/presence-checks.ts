import type { Pool } from 'pg';
import { isUniqueViolation } from '../../db/database.ts';
import type { RecordKey } from '../records/record-id.ts';
import { SETTLED_AFTER_MINUTES } from '../scans/rules/judge-time.ts';
import { notifySql } from '../events/notify-pages.ts';
import { recountSql } from '../recounts/queue-recounts.ts';

export interface CheckAnswer extends RecordKey {
  at: Date;
  deviceKey: string | undefined;
}

const MISSED = 'presence_check_missed';

/**
 * Records the answer of a student who has scanned, unless its key served another student in this session.
 * Revokes an earlier verdict. The last answer is stored, because a void check is repeated.
 * @param condition on the evidence `e` of the scan
 */
const answer = (condition: string) => `
  WITH own AS (
    SELECT a.session_id, a.student_id, a.course_id FROM attendance a
      LEFT JOIN scan_evidence e ON e.session_id = a.session_id AND e.student_id = a.student_id
     WHERE a.session_id = $1 AND a.student_id = $2 AND NOT a.canceled AND a.status <> 'ABSENT' AND ${condition}
       AND NOT EXISTS (SELECT FROM scan_evidence o WHERE o.session_id = $1 AND o.device_key = $4 AND o.student_id <> $2)
       AND NOT EXISTS (SELECT FROM presence_checks o WHERE o.session_id = $1 AND o.device_key = $4 AND o.student_id <> $2)
  ), answered AS (
    INSERT INTO presence_checks AS l (session_id, student_id, answered_at, device_key)
    SELECT session_id, student_id, $3::timestamptz, $4 FROM own
    ON CONFLICT (session_id, student_id) DO UPDATE
      SET answered_at = greatest(l.answered_at, excluded.answered_at),
          device_key = coalesce(excluded.device_key, l.device_key)
    RETURNING session_id, student_id
  ), unflagged AS (
    DELETE FROM flags f USING answered a
     WHERE f.session_id = a.session_id AND f.student_id = a.student_id AND f.reason = '${MISSED}'
  ), answers AS (
    SELECT own.* FROM own JOIN answered USING (session_id, student_id)
  ), queued AS (
    ${recountSql('answers')}
  )
  ${notifySql('answers')}`;

const BATCH = 20;
/** The random order keeps a failing session from blocking the others. */
const DUE = `
  SELECT id FROM sessions
   WHERE presence_check_judged_at IS NULL AND policy ->> 'presenceCheck' IN ('review', 'late') AND canceled_at IS NULL
     AND start_time BETWEEN now() - interval '2 days' AND now()
     AND (presence_check ->> 'confirmed')::boolean
     AND (presence_check ->> 'endsAt')::timestamptz < now() - interval '${SETTLED_AFTER_MINUTES} minutes'
   ORDER BY random() LIMIT ${BATCH}`;
/**
 * Judges the presence check of the session `$1` once: students who scanned before it and did not answer
 * missed it. Records with a decision are not changed. If fewer than half answered, the room probably could
 * not see the projector, so nobody missed it. Answers to an earlier, void check do not count. Times of scans
 * have whole seconds.
 */
const JUDGE = `
  WITH judged AS (
    UPDATE sessions SET presence_check_judged_at = now() WHERE id = $1 AND presence_check_judged_at IS NULL
    RETURNING id AS session_id, course_id, policy ->> 'presenceCheck' AS consequence,
              date_trunc('second', (presence_check ->> 'openedAt')::timestamptz) AS opened_at
  ), asked AS (
    SELECT c.session_id, c.student_id, coalesce(l.answered_at >= judged.opened_at, false) AS answered
      FROM judged JOIN scans c USING (session_id)
      LEFT JOIN presence_checks l USING (session_id, student_id)
     WHERE c.scanned_at < judged.opened_at
       AND NOT EXISTS (SELECT FROM decisions d WHERE d.session_id = c.session_id AND d.student_id = c.student_id
                          AND d.status IS NOT NULL)
  ), missed AS (
    INSERT INTO presence_checks AS l (session_id, student_id, missed_at)
    SELECT session_id, student_id, now() FROM asked
     WHERE NOT answered AND (SELECT count(*) FILTER (WHERE answered) * 2 >= count(*) FROM asked)
     ORDER BY student_id
    ON CONFLICT (session_id, student_id) DO UPDATE
      SET missed_at = excluded.missed_at, answered_at = NULL, device_key = NULL
      -- An answer may arrive at this moment.
      WHERE l.answered_at < (SELECT opened_at FROM judged)
    RETURNING session_id, student_id
  ), flagged AS (
    INSERT INTO flags (session_id, student_id, reason, at, asks_review)
    SELECT session_id, student_id, '${MISSED}', now(), true FROM missed JOIN judged USING (session_id)
     WHERE consequence = 'review' ORDER BY student_id
    ON CONFLICT DO NOTHING
  ), verdicts AS (
    SELECT missed.*, course_id FROM missed JOIN judged USING (session_id)
  ), queued AS (
    ${recountSql('verdicts')}
  )
  ${notifySql('verdicts')}`;

export const createPresenceChecks = (pool: Pool) => {
  const write = async (
    text: string,
    { sessionId, studentId, at, deviceKey }: CheckAnswer,
  ): Promise<boolean> => {
    try {
      return (await pool.query(text, [sessionId, studentId, at, deviceKey ?? null])).rows.length === 1;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  };
  const judgeCheck = async (sessionId: string): Promise<void> => {
    await pool.query(JUDGE, [sessionId]);
  };
  return {
    answerByKeyOfScan: (given: CheckAnswer) => write(answer('e.device_key = $4'), given),
    answerCheck: (given: CheckAnswer) => write(answer('true'), given),
    judgeCheck,
    /** @returns whether more checks may be due */
    judgeDueChecks: async (): Promise<boolean> => {
      const { rows } = await pool.query<{ id: string }>(DUE);
      for (const { id } of rows) await judgeCheck(id);
      return rows.length === BATCH;
    },
  };
};
