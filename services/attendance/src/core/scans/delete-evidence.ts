import type { Pool } from 'pg';
import { deleteOld, olderThanDays } from '../../db/delete-old.ts';

const RECOUNT_SESSIONS_OF = (rows: string) => `
  INSERT INTO recounts (course_id, session_id, student_id)
  SELECT unnest(s.course_ids), s.id, r.student_id FROM ${rows} AS r JOIN sessions s ON s.id = r.session_id`;

/** Deletes evidence, pictures and texts. Facts are kept, so that counts stay correct. */
const ERASE = `
  WITH evidence AS (DELETE FROM scan_evidence WHERE student_id = $1),
  pictures AS (DELETE FROM selfies WHERE student_id = $1),
  removed AS (
    DELETE FROM flags WHERE student_id = $1 RETURNING session_id, student_id
  ), withdrawn AS (
    DELETE FROM disputes WHERE student_id = $1 RETURNING session_id, student_id
  ), queued AS (
    ${RECOUNT_SESSIONS_OF('(SELECT * FROM removed UNION SELECT * FROM withdrawn)')}
  ),
  unsent AS (DELETE FROM notices WHERE student_id = $1),
  texts AS (DELETE FROM audit_texts WHERE audit_id IN (SELECT id FROM audit_log WHERE student_id = $1)),
  openings AS (DELETE FROM history_openings WHERE student_id = $1)
  UPDATE presence_checks SET device_key = NULL WHERE student_id = $1 AND device_key IS NOT NULL`;

const RECORD = 'session_id, student_id';

export const createEvidence = (pool: Pool) => ({
  eraseEvidence: async (studentId: string): Promise<void> => {
    await pool.query(ERASE, [studentId]);
  },
  deleteOldDetails: async (days: number): Promise<void> => {
    await deleteOld(pool, ['scan_evidence', RECORD], olderThanDays('scanned_at'), [days]);
    await deleteOld(pool, ['flags', `${RECORD}, reason`], olderThanDays('at'), [days], {
      follow: RECOUNT_SESSIONS_OF('(SELECT DISTINCT session_id, student_id FROM changed WHERE asks_review)'),
    });
    await deleteOld(
      pool,
      ['presence_checks', RECORD],
      `device_key IS NOT NULL AND ${olderThanDays('answered_at')}`,
      [days],
      { change: 'UPDATE presence_checks SET device_key = NULL' },
    );
  },
  deleteOldSelfies: (days: number): Promise<void> =>
    deleteOld(pool, ['selfies', RECORD], olderThanDays('taken_at'), [days]),
});
