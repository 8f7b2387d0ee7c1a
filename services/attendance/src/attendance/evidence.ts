import type { Pool } from 'pg';
import { deleteOld, olderThanDays } from '../db/delete-old.ts';
import type { RecordKey } from './record-id.ts';

/** The facts of a person stay, so that counts stay right; evidence, pictures and texts go. */
const ERASE = `
  WITH evidence AS (DELETE FROM scan_evidence WHERE student_id = $1),
  pictures AS (DELETE FROM selfies WHERE student_id = $1),
  positions AS (DELETE FROM mark_positions WHERE student_id = $1),
  raised AS (DELETE FROM flags WHERE student_id = $1),
  unsent AS (DELETE FROM notices WHERE student_id = $1),
  said AS (DELETE FROM disputes WHERE student_id = $1),
  texts AS (DELETE FROM audit_texts WHERE audit_id IN (SELECT id FROM audit_log WHERE student_id = $1)),
  openings AS (DELETE FROM history_openings WHERE student_id = $1)
  UPDATE presence_checks SET device_key = NULL WHERE student_id = $1 AND device_key IS NOT NULL`;

const RECORD = 'session_id, student_id';

/** Evidence, which ends with the person or after its time. Several replicas may do this at once. */
export const createEvidence = (pool: Pool) => ({
  /** A picture of a record in one of a teacher's own courses: the first one, or that after the prompt. */
  findSelfie: async (
    { sessionId, studentId }: RecordKey,
    teacherId: string,
    picture: '1' | '2',
  ): Promise<Buffer | undefined> => {
    const { rows } = await pool.query<{ jpeg: Buffer | null }>(
      `SELECT ${picture === '2' ? 'second_jpeg' : 'jpeg'} AS jpeg FROM selfies f JOIN sessions s ON s.id = f.session_id
          WHERE f.session_id = $1 AND f.student_id = $2 AND s.teacher_id = $3`,
      [sessionId, studentId, teacherId],
    );
    return rows[0]?.jpeg ?? undefined;
  },
  /** Deletes what identifies a person whose account is gone. Repeatable. */
  erasePerson: async (studentId: string): Promise<void> => {
    await pool.query(ERASE, [studentId]);
  },
  /** Deletes what shows how a record came about: devices, distances, flags. */
  deleteOldDetails: async (days: number): Promise<void> => {
    await deleteOld(pool, ['scan_evidence', RECORD], olderThanDays('scanned_at'), [days]);
    await deleteOld(pool, ['flags', `${RECORD}, reason`], olderThanDays('at'), [days]);
    await deleteOld(
      pool,
      ['presence_checks', RECORD],
      `device_key IS NOT NULL AND ${olderThanDays('answered_at')}`,
      [days],
      'UPDATE presence_checks SET device_key = NULL',
    );
  },
  deleteOldSelfies: (days: number): Promise<void> =>
    deleteOld(pool, ['selfies', RECORD], olderThanDays('taken_at'), [days]),
});
