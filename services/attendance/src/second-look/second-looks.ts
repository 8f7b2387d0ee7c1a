import type { Pool } from 'pg';
import { MARKS_CHANNEL } from '../marking/write-marks-statement.ts';
import { JUDGE_SECOND_LOOK, SECOND_LOOK_MISSED } from './judge-statement.ts';

/** An answer that a student gave as the class was asked once more. */
export interface Answer {
  sessionId: string;
  studentId: string;
  /** When it was scanned. */
  at: Date;
  /** Thumbprint of the key that signed it. */
  deviceKey: string | undefined;
}

/**
 * Writes an answer beside the mark `$1`, `$2`, unless its key served somebody else in this session. Who was found missing
 * before it arrived is so no more. @param condition of the mark `m`
 */
const answer = (condition: string) => `
  WITH own AS (
    SELECT id, session_id, student_id FROM marks m
     WHERE session_id = $1 AND student_id = $2 AND canceled_status IS NULL AND status IN ('PRESENT', 'LATE', 'EXCUSED')
       AND ${condition}
       AND NOT EXISTS (SELECT FROM marks o WHERE o.session_id = $1 AND o.device_key = $4 AND o.student_id <> $2)
       AND NOT EXISTS (SELECT FROM second_looks o WHERE o.session_id = $1 AND o.device_key = $4 AND o.student_id <> $2)
  ), answered AS (
    INSERT INTO second_looks AS l (session_id, student_id, answered_at, device_key)
    SELECT session_id, student_id, $3::timestamptz, $4 FROM own
    ON CONFLICT (session_id, student_id) DO UPDATE
      SET answered_at = coalesce(l.answered_at, excluded.answered_at), device_key = coalesce(l.device_key, excluded.device_key)
    RETURNING session_id, student_id, missed_at
  ), unflagged AS (
    DELETE FROM mark_flags f USING answered a
     WHERE f.session_id = a.session_id AND f.student_id = a.student_id AND f.reason = '${SECOND_LOOK_MISSED}'
    RETURNING f.session_id
  ), looked AS (
    UPDATE marks m
       SET flagged_at = (SELECT max(at) FROM mark_flags f WHERE f.session_id = m.session_id AND f.student_id = m.student_id
                            AND f.reason <> '${SECOND_LOOK_MISSED}')
      FROM own WHERE m.id = own.id AND EXISTS (SELECT FROM unflagged)
  )
  SELECT missed_at IS NOT NULL AS "wasMissed", pg_notify('${MARKS_CHANNEL}', o.session_id || ' ' || o.id)
    FROM answered JOIN own o USING (session_id, student_id)`;

/** Of PostgreSQL: another statement has just written such a row. */
const UNIQUE_VIOLATION = '23505';

/** Sessions looked for at a time. */
const BATCH = 20;

export const makeSecondLooks = (pool: Pool) => {
  const write = async (
    text: string,
    { sessionId, studentId, at, deviceKey }: Answer,
  ): Promise<{ wasMissed: boolean } | undefined> => {
    const values = [sessionId, studentId, at, deviceKey ?? null];
    try {
      return (await pool.query<{ wasMissed: boolean }>(text, values)).rows[0];
    } catch (error) {
      if ((error as { code?: string }).code === UNIQUE_VIOLATION) return undefined;
      throw error;
    }
  };
  return {
    /** By the key that marked. @returns undefined where there is no such mark, or the key served somebody else */
    answerByKeyOfMark: (given: Answer) => write(answer('m.device_key = $4'), given),
    /** By somebody whose proofs were found right. @returns undefined where there is no mark, or the key served somebody else */
    answer: (given: Answer) => write(answer('true'), given),
    /** A repeat finds nothing. @returns how many missed it */
    judge: async (sessionId: string): Promise<number> =>
      (await pool.query<{ missed: number }>(JUDGE_SECOND_LOOK, [sessionId])).rows[0]?.missed ?? 0,
    /**
     * Sessions whose second look is over, and whose marks were not looked at since; and those that a replica of the release
     * before wrote down.
     */
    listUnjudged: async (
      judgeAfterMinutes: number,
      after: string,
    ): Promise<{ id: string; known: boolean }[]> => {
      const { rows } = await pool.query<{ id: string; known: boolean }>(
        `SELECT id, second_look_version IS NOT DISTINCT FROM version AS known
           FROM sessions
          WHERE second_look_judged_at IS NULL AND policy ->> 'secondLook' IN ('review', 'late') AND canceled_at IS NULL
            AND start_time BETWEEN now() - interval '2 days' AND now() AND id > $2
            AND (second_look_version IS DISTINCT FROM version
              OR (second_look ->> 'confirmed')::boolean
                 AND (second_look ->> 'endsAt')::timestamptz < now() - make_interval(mins => $1))
          ORDER BY id LIMIT ${BATCH}`,
        [judgeAfterMinutes, after],
      );
      return rows;
    },
  };
};
