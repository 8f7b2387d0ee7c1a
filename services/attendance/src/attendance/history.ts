import type { AttendanceStatus, AuditAction, AuditEntry, UserType } from '@qr-attendance/contracts';
import type { MembershipPeriod } from '@qr-attendance/contracts/events';
import type { Pool } from 'pg';
import type { RecordKey } from './record-id.ts';
import { replay, type RecordFacts } from './rules/replay.ts';

/** Whether a session `s` took place, as the view has it. */
export const TOOK_PLACE = `(s.held OR EXISTS (SELECT FROM scans h WHERE h.session_id = s.id)
  OR EXISTS (SELECT FROM decisions h WHERE h.session_id = s.id AND h.status IS NOT NULL))`;

interface SessionRow {
  session_date: string;
  start_time: Date;
  late_from: Date | number;
  ended_at: Date | null;
  canceled: boolean;
  took_place: boolean;
  missed_check_is_late: boolean;
  periods: MembershipPeriod[] | null;
  began_days: string[] | null;
  answered_at: Date | null;
  missed_at: Date | null;
  status: AttendanceStatus | null;
}
const SESSION = `
  SELECT s.session_date, s.start_time, s.late_from, s.ended_at, s.canceled_at IS NOT NULL AS canceled,
         ${TOOK_PLACE} AS took_place, s.missed_check_is_late, m.periods, l.answered_at, l.missed_at,
         ARRAY(SELECT began_day::text FROM memberships p
                WHERE p.section_id = s.section_id AND p.student_id = $2 ORDER BY number) AS began_days,
         (SELECT status FROM attendance a WHERE a.session_id = $1 AND a.student_id = $2) AS status
    FROM sessions s
    LEFT JOIN members m ON m.course_id = s.course_id AND m.student_id = $2
    LEFT JOIN presence_checks l ON l.session_id = s.id AND l.student_id = $2
   WHERE s.id = $1 AND (s.teacher_id = $3 OR $2 = $3)`;

interface RevisionRow {
  at: Date;
  actor_id: string | null;
  change: string;
  session_date: string;
  start_time: Date;
  late_from: Date | number;
}
interface LineRow {
  at: Date;
  action: AuditAction;
  actor_id: string | null;
  to_status: AttendanceStatus | null;
  scanned_at: Date | null;
  text: string | null;
}
const LINES = `
  SELECT a.at, a.action, a.actor_id, a.to_status, t.text, (a.details ->> 'scannedAt')::timestamptz AS scanned_at
    FROM audit_log a LEFT JOIN audit_texts t ON t.audit_id = a.id
   WHERE a.session_id = $1 AND a.student_id = $2 AND a.action <> 'registered' ORDER BY a.at`;

/** No scan is late: PostgreSQL's `infinity` comes as a number. */
const momentOf = (moment: Date | number | null): Date | undefined =>
  moment instanceof Date ? moment : undefined;

const toFacts = (session: SessionRow, revisions: RevisionRow[], lines: LineRow[]): RecordFacts => ({
  session: {
    date: session.session_date,
    startTime: session.start_time,
    lateFrom: momentOf(session.late_from),
    endedAt: session.ended_at ?? undefined,
    canceled: session.canceled,
    tookPlace: session.took_place,
    missedCheckIsLate: session.missed_check_is_late,
  },
  revisions: revisions.map(
    ({ at, actor_id: actorId, change, session_date: date, start_time: startTime, late_from }) => ({
      ...{ at, actorId, change, date, startTime, lateFrom: momentOf(late_from) },
    }),
  ),
  periods: (session.periods ?? []).map((period, index) => ({
    ...period,
    beganDay: session.began_days?.[index] ?? '',
  })),
  lines: lines.map(({ at, action, actor_id: actorId, to_status: to, text: reason, scanned_at }) => ({
    ...{ at, action, actorId, to, reason, scannedAt: scanned_at ?? undefined },
  })),
  check: { answeredAt: session.answered_at ?? undefined, missedAt: session.missed_at ?? undefined },
  status: session.status,
});

/** Composes what happened to a record, oldest first; undefined where nothing did, or the viewer is neither its student nor its teacher. */
export const createReadHistory =
  (pool: Pool) =>
  async ({ sessionId, studentId }: RecordKey, viewerId: string): Promise<AuditEntry[] | undefined> => {
    const session = await pool.query<SessionRow>(SESSION, [sessionId, studentId, viewerId]);
    if (!session.rows[0]) return undefined;
    const revisions = await pool.query<RevisionRow>(
      'SELECT * FROM session_revisions WHERE session_id = $1 ORDER BY number',
      [sessionId],
    );
    const lines = await pool.query<LineRow>(LINES, [sessionId, studentId]);
    const steps = replay(toFacts(session.rows[0], revisions.rows, lines.rows));
    if (steps.length === 0) return undefined;
    const people = await pool.query<{ id: string; name: string; user_type: UserType }>(
      'SELECT id, name, user_type FROM people WHERE id = ANY($1::uuid[])',
      [steps.flatMap(({ actorId }) => actorId ?? [])],
    );
    const known = new Map(people.rows.map((person) => [person.id, person]));
    const actorOf = (id: string) => ({
      name: known.get(id)?.name ?? '',
      userType: known.get(id)?.user_type ?? (id === studentId ? ('STUDENT' as const) : ('TEACHER' as const)),
    });
    return steps.map(({ at, action, actorId, from, to, reason }) => ({
      at: at.toISOString(),
      action,
      actor: actorId === null ? null : actorOf(actorId),
      ...{ from, to, reason },
    }));
  };
