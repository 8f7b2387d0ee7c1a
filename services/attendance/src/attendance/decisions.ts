import type { AttendanceStatus, AuditAction } from '@qr-attendance/contracts';
import { traceOfEvent } from '@qr-attendance/messaging';
import type { Pool } from 'pg';
import type { RecordKey } from './record-id.ts';
import { auditOf, correctedEventsOf, notifyOf, recountOf } from './statements.ts';

/** What the author of a decision saw of a record: whether there was a scan, and which decision. */
export interface SeenRecord {
  scanned: boolean;
  /** 0 where nobody had decided yet. */
  decisionVersion: number;
}
/** What a teacher decides on a record. */
export interface Decision extends RecordKey {
  seen: SeenRecord;
  status: AttendanceStatus;
  action: Extract<AuditAction, 'marked_by_hand' | 'set_on_roster' | 'accepted' | 'corrected' | 'refused'>;
  actorId: string;
  reason: string | null;
}

/**
 * Decisions with audit, recounts, outbox and notification. A decision is left out where its record is no longer as its author
 * saw it; flags of the record are handled by it.
 */
const DECIDE = `
  WITH given AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS g (
      session_id text, student_id uuid, scanned boolean, decision_version integer, status text, action text, actor_id uuid,
      reason text, trace text)
  ), seen AS (
    SELECT g.*, s.course_id, a.status AS was, c.scanned_at
      FROM given g JOIN sessions s ON s.id = g.session_id
      LEFT JOIN scans c ON c.session_id = g.session_id AND c.student_id = g.student_id
      LEFT JOIN LATERAL (SELECT status FROM attendance a
                          WHERE a.session_id = g.session_id AND a.student_id = g.student_id OFFSET 0) AS a ON true
     WHERE (c.scanned_at IS NOT NULL) = g.scanned
  ), written AS (
    INSERT INTO decisions AS d (session_id, student_id, status, marked_at, decided_at, decided_by, version)
    SELECT session_id, student_id, status, now(), now(), actor_id, decision_version + 1 FROM seen ORDER BY 1, 2
    ON CONFLICT (session_id, student_id) DO UPDATE
      SET status = excluded.status, decided_at = excluded.decided_at, decided_by = excluded.decided_by,
          marked_at = CASE WHEN d.status IS NULL THEN excluded.marked_at ELSE d.marked_at END, version = excluded.version
      WHERE d.version = excluded.version - 1
    RETURNING *
  ), decided AS (
    SELECT w.session_id, w.student_id, w.status, w.version + s.scanned::int AS record_version, s.course_id, s.action,
           s.actor_id, s.reason, s.was, w.status AS becomes, gen_random_uuid() AS audit_id, s.trace,
           coalesce(s.scanned_at, w.marked_at) AS marked_at
      FROM written w JOIN seen s USING (session_id, student_id)
  ), handled AS (
    UPDATE flags f SET handled_at = now() FROM decided d
     WHERE f.session_id = d.session_id AND f.student_id = d.student_id AND f.handled_at IS NULL
  ), ${auditOf('decided')}, queued AS (
    ${recountOf('decided')}
  ), events AS (
    ${correctedEventsOf('decided', 'trace')}
  )
  ${notifyOf('decided')}`;

/**
 * Removes the decisions on records of the session `$1` that are still as they were seen (`$2`), so that the scan counts again, and
 * what it was flagged for waits for a review again.
 */
const CLEAR = `
  WITH given AS (
    SELECT * FROM jsonb_to_recordset($2::jsonb) AS g (student_id uuid, version integer)
  ), last AS (
    SELECT d.session_id, d.student_id, d.version, a.status AS was, s.course_id, s.late_from, c.scanned_at
      FROM given g JOIN decisions d ON d.session_id = $1 AND d.student_id = g.student_id
      JOIN sessions s ON s.id = d.session_id
      LEFT JOIN scans c ON c.session_id = d.session_id AND c.student_id = d.student_id
      LEFT JOIN LATERAL (SELECT status FROM attendance a
                          WHERE a.session_id = d.session_id AND a.student_id = d.student_id OFFSET 0) AS a ON true
     WHERE d.status IS NOT NULL AND (g.version IS NULL OR g.version = d.version + (c.scanned_at IS NOT NULL)::int)
     ORDER BY d.student_id FOR UPDATE OF d
  ), written AS (
    UPDATE decisions d SET status = NULL, version = d.version + 1, decided_at = now(), decided_by = $3
      FROM last l WHERE d.session_id = l.session_id AND d.student_id = l.student_id AND d.version = l.version
    RETURNING d.*, l.was, l.course_id, l.scanned_at, l.late_from
  ), cleared AS (
    SELECT session_id, student_id, course_id, was, status AS becomes, 'undone' AS action, $3::uuid AS actor_id,
           NULL::text AS reason, gen_random_uuid() AS audit_id, coalesce(scanned_at, marked_at) AS marked_at,
           version + (scanned_at IS NOT NULL)::int AS record_version,
           CASE WHEN scanned_at >= late_from THEN 'LATE' WHEN scanned_at IS NOT NULL THEN 'PRESENT' ELSE 'WITHDRAWN' END AS status
      FROM written
  ), reopened AS (
    UPDATE flags f SET handled_at = NULL FROM cleared u WHERE f.session_id = u.session_id AND f.student_id = u.student_id
  ), ${auditOf('cleared')}, queued AS (
    ${recountOf('cleared')}
  ), events AS (
    ${correctedEventsOf('cleared', '$4::text')}
  )
  ${notifyOf('cleared')}`;

interface Row {
  session_id: string;
  student_id: string;
}

export const createDecisions = (pool: Pool) => ({
  /** Decides on records of one session. @returns the students on whose records it did; the others have changed since they were seen */
  decide: async (decisions: Decision[]): Promise<Set<string>> => {
    const { trace } = traceOfEvent();
    const given = decisions.map(({ sessionId, studentId, seen, status, action, actorId, reason }) => ({
      ...{
        session_id: sessionId,
        student_id: studentId,
        scanned: seen.scanned,
        decision_version: seen.decisionVersion,
      },
      ...{ status, action, actor_id: actorId, reason, trace },
    }));
    const { rows } = await pool.query<Row>(DECIDE, [JSON.stringify(given)]);
    return new Set(rows.map(({ student_id }) => student_id));
  },
  /** Removes decisions on records that are still of the version that was seen. @returns the students for whom it did */
  clear: async (
    sessionId: string,
    seen: { studentId: string; version?: number | undefined }[],
    teacherId: string,
  ): Promise<Set<string>> => {
    const given = seen.map(({ studentId, version }) => ({ student_id: studentId, version }));
    const { rows } = await pool.query<Row>(CLEAR, [
      ...[sessionId, JSON.stringify(given), teacherId],
      traceOfEvent().trace ?? null,
    ]);
    return new Set(rows.map(({ student_id }) => student_id));
  },
});
