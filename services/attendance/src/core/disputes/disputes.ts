import type { NoticeKind } from '@qr-attendance/contracts';
import type { Pool } from 'pg';
import { recordsOf } from '../people/merges.ts';
import type { RecordKey } from '../records/record-id.ts';
import { auditOf } from '../audit/audit-entries.ts';
import { courseSql } from '../sessions/session-conditions.ts';
import { noticeSql } from '../events/queue-notices.ts';
import { notifySql } from '../events/notify-pages.ts';
import { recountSql } from '../recounts/queue-recounts.ts';

const follow = (action: string, notice: NoticeKind) => `
  changes AS (
    SELECT c.session_id, c.student_id, ${courseSql('c')} AS course_id, '${action}' AS action, $3::uuid AS actor_id, NULL::text AS was,
           NULL::text AS becomes, $4::text AS reason, gen_random_uuid() AS audit_id
      FROM changed c JOIN sessions s ON s.id = c.session_id
  ), ${auditOf('changes')}, queued AS (
    ${recountSql('changes')}
  ), notices_queued AS (
    ${noticeSql(notice, 'changes')}
  )
  ${notifySql('changes')}`;
const OPEN = `
  SELECT student_id FROM disputes
   WHERE session_id = $1 AND student_id = ANY (${recordsOf('$2')}) AND answered_at IS NULL`;
const DISPUTE = `
  WITH changed AS (
    INSERT INTO disputes AS d (session_id, student_id, at, note)
    SELECT $1, $2::uuid, now(), $4 WHERE NOT EXISTS (${OPEN})
    ON CONFLICT (session_id, student_id) DO UPDATE
      SET at = excluded.at, note = excluded.note, answered_at = NULL, answer = NULL, version = d.version + 1 WHERE d.answered_at IS NOT NULL
    RETURNING session_id, student_id
  ), ${follow('disputed', 'dispute')}`;
/**
 * Answers the dispute that the record shows, which may belong to a merged record. Notifies the kept student,
 * because nobody can sign in with the merged record. The version does not count disputes of merged records,
 * so a dispute is identified by its time, which the API returns in milliseconds.
 */
const ANSWER = `
  WITH changed AS (
    UPDATE disputes SET answered_at = now(), answer = $4, version = version + 1
     WHERE session_id = $1 AND student_id = (${OPEN} ORDER BY at DESC LIMIT 1) AND answered_at IS NULL
       AND ($5::timestamptz IS NULL OR date_trunc('milliseconds', at) = $5)
    RETURNING session_id, $2::uuid AS student_id
  ), ${follow('dispute_answered', 'dispute_answered')}`;

export const createDisputes = (pool: Pool) => {
  const changes = async (statement: string, { sessionId, studentId }: RecordKey, ...values: unknown[]) =>
    (await pool.query(statement, [sessionId, studentId, ...values])).rows.length === 1;
  return {
    /** @returns false if another dispute is open */
    dispute: (key: RecordKey, note: string): Promise<boolean> => changes(DISPUTE, key, key.studentId, note),
    /** @returns false unless the dispute of `disputedAt` is still open */
    answerDispute: (key: RecordKey, teacherId: string, answer: string, disputedAt?: Date): Promise<boolean> =>
      changes(ANSWER, key, teacherId, answer, disputedAt ?? null),
  };
};
