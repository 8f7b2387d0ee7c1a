import type { Action, AttendanceStatus, AuditAction } from '@qr-attendance/contracts';
import { attendanceCorrected } from '@qr-attendance/contracts/events';
import { traceOfEvent } from '@qr-attendance/messaging';
import type { Pool } from 'pg';
import { lookUpRecord } from '../../db/sql.ts';
import { recordsOf } from '../people/merges.ts';
import type { RecordKey } from '../records/record-id.ts';
import { auditOf } from '../audit/audit-entries.ts';
import { courseSql } from '../sessions/session-conditions.ts';
import { eventsOf } from '../events/outbox.ts';
import { noticeSql } from '../events/queue-notices.ts';
import { notifySql } from '../events/notify-pages.ts';
import { recountSql } from '../recounts/queue-recounts.ts';

type DecisionAction = Extract<
  AuditAction,
  'marked_by_hand' | 'set_on_roster' | 'accepted' | 'corrected' | 'refused' | 'undone'
>;
export interface Decision extends RecordKey {
  /** The version that the author saw; undefined without a record. */
  version: number | undefined;
  /** Null clears the decision; a scan then counts again. */
  status: AttendanceStatus | null;
  action: DecisionAction;
  actorId: string;
  reason: string | null;
  /** The press that caused the decision; a repeated decision with the same press is ignored. */
  pressId?: string | undefined;
}

/**
 * Writes decisions with audit entries, recounts, events and notifications. Ignores a decision if its record
 * has changed since the author saw it, or if it repeats a press. A decision marks the flags of its record as
 * handled; clearing it reopens them. Disputes do not raise the version of events, because a dispute publishes
 * no event.
 */
const DECIDE = `
  WITH given AS (
    SELECT "sessionId" AS session_id, "studentId" AS student_id, version, status, action, "actorId" AS actor_id, reason,
           "pressId" AS press_id
      FROM jsonb_to_recordset($1::jsonb) AS g (
        "sessionId" text, "studentId" uuid, version bigint, status text, action text, "actorId" uuid, reason text, "pressId" text)
  ), seen AS (
    SELECT g.*, p.press_audit_id, ${courseSql('g')} AS course_id, a.status AS was, a.scanned_at, a.undecided, d.status AS decided_before,
           coalesce(d.version, 0) AS decision_version
      FROM given g JOIN sessions s ON s.id = g.session_id
     CROSS JOIN LATERAL (SELECT md5(g.press_id || g.session_id || g.student_id || g.actor_id)::uuid AS press_audit_id) AS p
      ${lookUpRecord('status, version', 'decisions', 'd', 'g')}
      ${lookUpRecord('version', 'disputes', 'o', 'g')}
      ${lookUpRecord('status, cause, scanned_at, undecided', 'attendance', 'a', 'g')}
     WHERE (g.status IS NOT NULL OR d.status IS NOT NULL OR a.cause = 'decision')
       AND CASE WHEN g.version IS NULL THEN g.status IS NULL OR a.scanned_at IS NULL AND d.status IS NULL
                ELSE g.version = (a.scanned_at IS NOT NULL)::int + coalesce(d.version, 0) + coalesce(o.version, 0) END
       AND NOT EXISTS (SELECT FROM audit_log l WHERE l.id = p.press_audit_id)
  ), written AS (
    INSERT INTO decisions AS d (session_id, student_id, status, marked_at, decided_at, decided_by, version)
    SELECT session_id, student_id, status, now(), now(), actor_id, decision_version + 1 FROM seen ORDER BY 1, 2
    ON CONFLICT (session_id, student_id) DO UPDATE
      SET status = excluded.status, decided_at = excluded.decided_at, decided_by = excluded.decided_by,
          marked_at = CASE WHEN d.status IS NULL THEN excluded.marked_at ELSE d.marked_at END, version = excluded.version
      WHERE d.version = excluded.version - 1
    RETURNING *
  ), decided AS (
    SELECT w.session_id, w.student_id, w.version + (s.scanned_at IS NOT NULL)::int AS record_version, s.course_id, s.action,
           s.actor_id, s.reason, s.was, s.decided_before, w.status AS becomes, coalesce(s.press_audit_id, gen_random_uuid()) AS audit_id,
           coalesce(s.scanned_at, w.marked_at) AS marked_at, s.scanned_at,
           CASE WHEN w.status IS NOT NULL THEN w.decided_at END AS decided_at,
           coalesce(w.status, CASE WHEN s.scanned_at IS NULL THEN 'WITHDRAWN' ELSE s.undecided END) AS status
      FROM written w JOIN seen s USING (session_id, student_id)
  ), handled AS (
    UPDATE flags f SET handled_at = CASE WHEN d.becomes IS NOT NULL THEN now() END FROM decided d
     WHERE f.session_id = d.session_id AND f.student_id = ANY (${recordsOf('d.student_id')})
       AND (f.handled_at IS NULL) = (d.becomes IS NOT NULL)
  ), ${auditOf('decided')}, queued AS (
    ${recountSql('decided')}
  ), notices_queued AS (
    ${noticeSql('status_changed', 'decided', 'decided_before')}
  ), events AS (
    ${eventsOf(attendanceCorrected, 'decided', '$2::text')}
  )
  ${notifySql('decided')}`;

export interface DecidableSession {
  allowed: Extract<Action, 'setStatuses' | 'reviewMarks'>;
}

/** @returns the students whose records were decided; the records of the other students have changed */
export const createDecide =
  (pool: Pool, wakeRelay: () => void) =>
  async (_session: DecidableSession, decisions: Decision[]): Promise<Set<string>> => {
    const { rows } = await pool.query<{ student_id: string }>(DECIDE, [
      JSON.stringify(decisions),
      traceOfEvent().trace ?? null,
    ]);
    if (rows.length > 0) wakeRelay();
    return new Set(rows.map(({ student_id }) => student_id));
  };
