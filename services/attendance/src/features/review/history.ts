import { type AuditEntry, MAX_HISTORY } from '@qr-attendance/contracts';
import type { Pool } from 'pg';
import { recordsOf } from '../../core/people/merges.ts';
import type { RecordKey } from '../../core/records/record-id.ts';
import { CLASS_TOOK_PLACE } from '../../core/sessions/session-conditions.ts';
import { isoMoment } from '../../db/sql.ts';
import { replay, type RecordFacts } from './rules/replay.ts';

const list = (row: string, from: string, order: string) =>
  `(SELECT coalesce(jsonb_agg(${row} ORDER BY ${order}), '[]') FROM ${from})`;
const actor = (id: string) => `(
  SELECT jsonb_build_object('_id', CASE WHEN i.id = ANY (${recordsOf('$2')}) THEN $2::uuid ELSE i.id END,
                            'name', coalesce(p.name, ''), 'userType',
                            coalesce(p.user_type, CASE WHEN i.id = $2 THEN 'STUDENT' ELSE 'TEACHER' END))
    FROM (SELECT ${id} AS id) AS i LEFT JOIN people p USING (id) WHERE i.id IS NOT NULL)`;
const times = (row: string) => `
  'sectionIds', to_jsonb(${row}.section_ids), 'date', ${row}.session_date, 'startTime', ${isoMoment(`${row}.start_time`)}, 'lateFrom', ${isoMoment(`${row}.late_from`)}`;
const FACTS = `
  SELECT jsonb_build_object(
           'session', jsonb_build_object(
             ${times('s')}, 'endedAt', ${isoMoment('s.ended_at')}, 'canceled', s.canceled_at IS NOT NULL,
             'tookPlace', ${CLASS_TOOK_PLACE}, 'missedCheckIsLate', s.missed_check_is_late),
           'revisions', ${list(
             `jsonb_build_object('at', ${isoMoment('r.at')}, 'actor', ${actor('r.actor_id')}, 'change', r.change, ${times('r')})`,
             'session_revisions r WHERE r.session_id = s.id',
             'r.number',
           )},
           'periods', ${list(
             `p.period || jsonb_build_object(
                'began', ${isoMoment('m.began')}, 'beganDay', m.began_day, 'ended', ${isoMoment('m.ended')})`,
             `members e CROSS JOIN jsonb_array_elements(e.periods) WITH ORDINALITY AS p (period, number)
                JOIN memberships m ON m.course_id = e.course_id AND m.student_id = $2 AND m.number = p.number - 1
               WHERE e.course_id = ANY (s.course_ids) AND e.student_id = $2`,
             'm.began, m.number',
           )},
           'lines', ${list(
             `jsonb_build_object(
                'at', ${isoMoment('a.at')}, 'action', a.action, 'actor', ${actor('a.actor_id')}, 'to', a.to_status, 'reason', t.text,
                'scannedAt', ${isoMoment(`(a.details ->> 'scannedAt')::timestamptz`)})`,
             `(SELECT * FROM audit_log
                WHERE session_id = s.id AND student_id = ANY (${recordsOf('$2')}) AND action <> 'registered'
                ORDER BY action = 'marked' DESC, at DESC LIMIT ${MAX_HISTORY}) AS a
               LEFT JOIN audit_texts t ON t.audit_id = a.id`,
             'a.at',
           )},
           'check', (SELECT jsonb_build_object(
                       'answeredAt', ${isoMoment('max(l.answered_at)')}, 'missedAt', ${isoMoment('max(l.missed_at)')})
                       FROM presence_checks l WHERE l.session_id = s.id AND l.student_id = ANY (${recordsOf('$2')})),
           'status', (SELECT status FROM attendance o WHERE o.session_id = $1 AND o.student_id = $2)) AS facts
    FROM sessions s WHERE s.id = $1`;

export const readHistory = async (
  pool: Pool,
  { sessionId, studentId }: RecordKey,
): Promise<AuditEntry[] | undefined> => {
  const { rows } = await pool.query<{ facts: RecordFacts }>(FACTS, [sessionId, studentId]);
  const entries = rows[0] ? replay(rows[0].facts).slice(-MAX_HISTORY) : [];
  return entries.length === 0 ? undefined : entries;
};
