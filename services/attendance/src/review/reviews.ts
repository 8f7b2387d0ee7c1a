import type { AttendanceStatus, AuditAction } from '@qr-attendance/contracts';
import { attendanceCorrected } from '@qr-attendance/contracts/events';
import { makeEvent } from '@qr-attendance/messaging';
import type { Pool } from 'pg';
import { attendanceMarkedOf, type Mark } from '../marking/rules/mark.ts';
import { MARKS_CHANNEL } from '../marking/write-marks-statement.ts';

/** What a teacher decides on a mark. */
export interface Decision {
  action: AuditAction;
  status: AttendanceStatus;
  reason: string | null;
}

/** Marks as they are now; a condition is to follow. */
export const SELECT_MARK = `
  SELECT id, session_id AS "sessionId", course_id AS "courseId", teacher_id AS "teacherId",
         student_id AS "studentId", session_date::text AS "sessionDate", status, marked_at AS "markedAt",
         device_id AS "deviceId", version, canceled_status IS NOT NULL AS canceled
    FROM marks`;

const moved = (column: string, status: AttendanceStatus) =>
  `${column} = t.${column} + (c.status = '${status}')::int - (c.was = '${status}')::int`;
const MOVE = `SET ${moved('present', 'PRESENT')}, ${moved('late', 'LATE')}, ${moved('absent', 'ABSENT')},
                  ${moved('excused', 'EXCUSED')}`;
/** A line of history, what was written with it, and a notice, for the mark in `changed`. */
const tell = (reason: string) => `
  lines AS (
    INSERT INTO mark_audit (mark_id, action, actor_id, from_status, to_status)
    SELECT id, action, actor_id, was, CASE WHEN was IS NOT NULL THEN status END FROM changed RETURNING id
  ), words AS (
    INSERT INTO mark_audit_texts (audit_id, text) SELECT id, ${reason} FROM lines WHERE ${reason} IS NOT NULL
  )
  SELECT id, pg_notify('${MARKS_CHANNEL}', session_id || ' ' || id) FROM changed`;

/** Mark, history, roll-ups, outbox and notice in one statement, unless the mark has changed since it was read. */
const DECIDE = `
  WITH changed AS (
    UPDATE marks m SET status = $3, version = m.version + 1,
                       reviewed_at = CASE WHEN $4 <> 'undone' THEN now() END
      FROM (SELECT id, status FROM marks WHERE id = $1 AND version = $2 FOR UPDATE) AS before
     WHERE m.id = before.id
    RETURNING m.*, before.status AS was, $4::text AS action, $5::uuid AS actor_id
  ), course_days AS (
    UPDATE course_day_totals t ${MOVE} FROM changed c
     WHERE t.course_id = c.course_id AND t.day = c.session_date AND c.status <> c.was
  ), student_courses AS (
    UPDATE student_course_totals t ${MOVE} FROM changed c
     WHERE t.student_id = c.student_id AND t.course_id = c.course_id AND c.status <> c.was
  ), told AS (
    INSERT INTO outbox AS o (topic, key, id, version, occurred_at, payload, trace)
    SELECT '${attendanceCorrected.name}', id::text, $7::uuid, version, now(), $8::jsonb, $9::text FROM changed WHERE status <> was
    ON CONFLICT (topic, key) DO UPDATE
      SET id = excluded.id, version = excluded.version, occurred_at = excluded.occurred_at, payload = excluded.payload,
          trace = excluded.trace
      WHERE o.version < excluded.version
  ), ${tell('$6::text')}`;
const DISPUTE = `
  WITH changed AS (
    UPDATE marks SET disputed_at = now(), dispute_note = $3, dispute_answered_at = NULL, dispute_answer = NULL
     WHERE id = $1 AND student_id = $2 AND (disputed_at IS NULL OR dispute_answered_at IS NOT NULL)
    RETURNING *, NULL AS was, 'disputed' AS action, student_id AS actor_id
  ), ${tell('$3::text')}`;
const ANSWER = `
  WITH changed AS (
    UPDATE marks SET dispute_answered_at = now(), dispute_answer = $3
     WHERE id = $1 AND teacher_id = $2 AND disputed_at IS NOT NULL AND dispute_answered_at IS NULL
    RETURNING *, NULL AS was, 'dispute_answered' AS action, teacher_id AS actor_id
  ), ${tell('$3::text')}`;

export const makeReviews = (pool: Pool) => {
  const changes = async (text: string, values: unknown[]): Promise<boolean> =>
    (await pool.query(text, values)).rows.length === 1;
  return {
    /** A mark as it is now, whosever it is. */
    findMark: async (markId: string): Promise<Mark | undefined> =>
      (await pool.query<Mark>(`${SELECT_MARK} WHERE id = $1`, [markId])).rows[0],
    /** @returns false when the mark has changed since it was read, and then changes nothing */
    decide: (mark: Mark, actorId: string, { action, status, reason }: Decision): Promise<boolean> => {
      const decided = { ...mark, status, version: mark.version + 1 };
      const event = makeEvent(attendanceCorrected, mark.id, attendanceMarkedOf(decided));
      return changes(DECIDE, [
        mark.id,
        mark.version,
        status,
        action,
        actorId,
        reason,
        event.id,
        JSON.stringify(event.payload),
        event.trace ?? null,
      ]);
    },
    /** @returns false when another dispute waits for its answer */
    dispute: (markId: string, studentId: string, note: string): Promise<boolean> =>
      changes(DISPUTE, [markId, studentId, note]),
    /** @returns false when no dispute waits for an answer */
    answerDispute: (markId: string, teacherId: string, answer: string): Promise<boolean> =>
      changes(ANSWER, [markId, teacherId, answer]),
  };
};
