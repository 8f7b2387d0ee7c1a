import { deleteInBatches } from '@qr-attendance/server';
import type { Pool } from 'pg';
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

const oldest = (table: string, key: string, condition: string) =>
  `(${key}) IN (SELECT ${key} FROM ${table} WHERE ${condition} < now() - make_interval(days => $1)
                 LIMIT $2 FOR UPDATE SKIP LOCKED)`;
const RECORD = 'session_id, student_id';
const OLD_DETAILS = [
  `DELETE FROM scan_evidence WHERE ${oldest('scan_evidence', RECORD, 'scanned_at')}`,
  `DELETE FROM flags WHERE ${oldest('flags', `${RECORD}, reason`, 'at')}`,
  `UPDATE presence_checks SET device_key = NULL
    WHERE ${oldest('presence_checks', RECORD, 'device_key IS NOT NULL AND answered_at')}`,
];
const OLD_SELFIES = `DELETE FROM selfies WHERE ${oldest('selfies', RECORD, 'taken_at')}`;

/** Evidence, which ends with the person or after its time. Several replicas may do this at once. */
export const createEvidence = (pool: Pool) => {
  const deleteAll = (sql: string, days: number) =>
    deleteInBatches(async (limit) => (await pool.query(sql, [days, limit])).rowCount ?? 0);
  return {
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
      for (const sql of OLD_DETAILS) await deleteAll(sql, days);
    },
    deleteOldSelfies: (days: number): Promise<void> => deleteAll(OLD_SELFIES, days),
  };
};
