import type { AttendanceStatus, AuditAction, AuditEntry, UserType } from '@qr-attendance/contracts';
import type { Pool } from 'pg';

interface Row {
  at: Date;
  action: AuditAction;
  actor_id: string | null;
  actor_name: string | null;
  actor_type: UserType;
  from_status: AttendanceStatus | null;
  to_status: AttendanceStatus | null;
  text: string | null;
}

/** A mark's lines, and those of marks of the same student and session that were undone. */
const LINES = `
  a.mark_id = ANY(ARRAY(
    SELECT m.id UNION ALL
    SELECT w.id FROM withdrawn_marks w WHERE w.session_id = m.session_id AND w.student_id = m.student_id))`;

/** What happened to a mark, oldest first; undefined when it is neither the viewer's own nor of the viewer's course. */
export const makeReadHistory =
  (pool: Pool) =>
  async (markId: string, viewerId: string): Promise<AuditEntry[] | undefined> => {
    const { rows } = await pool.query<Row>(
      `SELECT a.at, coalesce(a.cause, a.action) AS action, a.actor_id, p.name AS actor_name, t.text,
              CASE WHEN a.cause IS DISTINCT FROM 'session_reopened' THEN a.from_status END AS from_status,
              CASE WHEN a.cause IS DISTINCT FROM 'session_canceled' THEN a.to_status END AS to_status,
              coalesce(p.user_type, CASE a.actor_id WHEN m.student_id THEN 'STUDENT' ELSE 'TEACHER' END) AS actor_type
         FROM marks m
         JOIN mark_audit a ON ${LINES}
         LEFT JOIN mark_audit_texts t ON t.audit_id = a.id
         LEFT JOIN people p ON p.id = a.actor_id
        WHERE m.id = $1 AND (m.teacher_id = $2 OR m.student_id = $2) ORDER BY a.at`,
      [markId, viewerId],
    );
    if (rows.length === 0) return undefined;
    return rows.map((row) => ({
      at: row.at.toISOString(),
      action: row.action,
      actor: row.actor_id === null ? null : { name: row.actor_name ?? '', userType: row.actor_type },
      from: row.from_status,
      to: row.to_status,
      reason: row.text,
    }));
  };
