import { recordsOf } from '../people/merges.ts';

/** SQL: the CTE `audit_entries` with an entry for each row. */
export const auditEntriesOf = (rows: string, details = 'NULL::jsonb'): string => `
  audit_entries AS (
    INSERT INTO audit_log (id, session_id, course_id, student_id, action, actor_id, from_status, to_status, details)
    SELECT audit_id, session_id, course_id, student_id, action, actor_id, was, becomes, ${details} FROM ${rows} RETURNING id
  )`;

/** SQL: as `auditEntriesOf`, with the reasons of the rows. */
export const auditOf = (rows: string): string => `
  ${auditEntriesOf(rows)}, texts AS (
    INSERT INTO audit_texts (audit_id, text)
    SELECT audit_id, reason FROM ${rows} JOIN audit_entries e ON e.id = audit_id WHERE reason IS NOT NULL
  )`;

/**
 * SQL: joins, as `correction`, the time at which a person last changed the status of the record `a`. Accepting a record
 * is not a change.
 */
export const lookUpCorrection = (sessionId: string, studentId: string): string => `
  LEFT JOIN LATERAL (
    SELECT max(at) AS at FROM audit_log
     WHERE a.cause = 'decision' AND session_id = ${sessionId} AND student_id = ANY (${recordsOf(studentId)})
       AND action IN ('marked_by_hand', 'set_on_roster', 'corrected', 'refused', 'undone')
       AND from_status IS DISTINCT FROM to_status) AS correction ON true`;
