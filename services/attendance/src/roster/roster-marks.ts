import type { AttendanceStatus } from '@qr-attendance/contracts';
import { attendanceCorrected } from '@qr-attendance/contracts/events';
import { makeEvent } from '@qr-attendance/messaging';
import type { Pool } from 'pg';
import { CLAIM_S } from '../absences/absences.ts';
import { attendanceMarkedOf, type Mark } from '../marking/rules/mark.ts';
import { MARKS_CHANNEL } from '../marking/write-marks-statement.ts';
import { SELECT_MARK } from '../review/reviews.ts';

/** What a mark that is no more is told as: no status that counts anywhere. */
const WITHDRAWN = 'WITHDRAWN';

/** A mark that a teacher may have decided on, and its status without decisions; null where only a teacher set it. */
export interface Clearable {
  mark: Mark;
  undecided: AttendanceStatus | null;
}

const less = (column: string, status: AttendanceStatus) =>
  `${column} = t.${column} - (g.status = '${status}')::int`;
const LESS = `SET ${less('present', 'PRESENT')}, ${less('late', 'LATE')}, ${less('absent', 'ABSENT')},
                  ${less('excused', 'EXCUSED')}`;
/**
 * Mark, roll-ups, history, outbox and notice in one statement, unless the mark has changed since it was read. Absences of
 * its session are pending again, so that its student is never left without a mark where the caller comes no further; the
 * session is locked first, as `follow` does.
 */
const WITHDRAW = `
  WITH held AS (
    SELECT id FROM sessions WHERE id = (SELECT session_id FROM marks WHERE id = $1) FOR UPDATE
  ), gone AS (
    DELETE FROM marks m USING held
     WHERE m.id = $1 AND m.version = $2 AND m.disputed_at IS NULL AND m.session_id = held.id RETURNING m.*
  ), pending AS (
    UPDATE sessions SET absences_at = NULL, absences_claimed_until = now() + make_interval(secs => ${CLAIM_S})
     WHERE id IN (SELECT session_id FROM gone) AND NOT active AND canceled_at IS NULL
  ), course_days AS (
    UPDATE course_day_totals t ${LESS} FROM gone g WHERE t.course_id = g.course_id AND t.day = g.session_date
  ), student_courses AS (
    UPDATE student_course_totals t ${LESS} FROM gone g
     WHERE t.student_id = g.student_id AND t.course_id = g.course_id
  ), kept AS (
    INSERT INTO withdrawn_marks (id, session_id, student_id, withdrawn_at)
    SELECT id, session_id, student_id, now() FROM gone
  ), words AS (
    -- What was written belongs to the mark: without it, nothing would lead to it when the person is erased.
    DELETE FROM mark_audit_texts WHERE audit_id IN (
      SELECT a.id FROM mark_audit a JOIN gone g ON g.id = a.mark_id)
  ), lines AS (
    INSERT INTO mark_audit (mark_id, action, actor_id, from_status) SELECT id, 'undone', $3::uuid, status FROM gone
  ), told AS (
    INSERT INTO outbox AS o (topic, key, id, version, occurred_at, payload, trace)
    SELECT '${attendanceCorrected.name}', id::text, $4::uuid, version + 1, now(), $5::jsonb, $6::text FROM gone
    ON CONFLICT (topic, key) DO UPDATE
      SET id = excluded.id, version = excluded.version, occurred_at = excluded.occurred_at, payload = excluded.payload,
          trace = excluded.trace
      WHERE o.version < excluded.version
  )
  SELECT id, pg_notify('${MARKS_CHANNEL}', session_id || ' ' || id) FROM gone`;

/** Marks as the roster of a session sets them. */
export const makeRosterMarks = (pool: Pool) => ({
  /** Of these students, as they are now. */
  ofStudents: async (sessionId: string, studentIds: string[]): Promise<Mark[]> => {
    const { rows } = await pool.query<Mark>(
      `${SELECT_MARK} WHERE session_id = $1 AND student_id = ANY($2::uuid[])`,
      [sessionId, studentIds],
    );
    return rows;
  },

  /** Those of these marks of the session that a teacher decided on, with the status that they have without. */
  clearable: async (sessionId: string, markIds: string[]): Promise<Clearable[]> => {
    const { rows } = await pool.query<Mark & { undecided: AttendanceStatus | null }>(
      `SELECT m.*, line.to_status AS undecided
         FROM (${SELECT_MARK} WHERE id = ANY($2::uuid[]) AND session_id = $1 AND reviewed_at IS NOT NULL) AS m
         LEFT JOIN LATERAL (
           SELECT to_status FROM mark_audit a
            WHERE a.mark_id = m.id AND (a.action IN ('marked', 'absent_at_end')
                  OR a.cause IN ('judged_again', 'second_look_missed', 'second_look_answered'))
            ORDER BY a.at DESC LIMIT 1) AS line ON true`,
      [sessionId, markIds],
    );
    return rows.map(({ undecided, ...mark }) => ({ mark, undecided }));
  },

  /** Deletes a mark that only the teacher set. @returns false when something has happened to it since */
  withdraw: async (mark: Mark, teacherId: string): Promise<boolean> => {
    const payload = { ...attendanceMarkedOf(mark), status: WITHDRAWN, version: mark.version + 1 };
    const event = makeEvent(attendanceCorrected, mark.id, payload);
    const { rowCount } = await pool.query(WITHDRAW, [
      ...[mark.id, mark.version, teacherId],
      ...[event.id, JSON.stringify(event.payload), event.trace ?? null],
    ]);
    return rowCount === 1;
  },
});
