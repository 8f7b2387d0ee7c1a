import { attendanceCorrected } from '@qr-attendance/contracts/events';
import { MARKS_CHANNEL } from '../marking/write-marks-statement.ts';

/**
 * The status of a mark whose session was canceled: no rate counts it, and the release before knows it. What it was is kept in
 * `canceled_status`.
 */
const UNCOUNTED = 'EXCUSED';

/** From when on marks of the session `s` are late, by the same rule as `statusAt`. */
export const LATE_FROM = `CASE WHEN s.late_after_minutes > 0
  THEN s.start_time + make_interval(mins => s.late_after_minutes) ELSE 'infinity' END`;

/** The session's policy counts the mark `m` as late, as its student did not answer when the class was asked once more. */
const MISSED_LATE = `s.policy ->> 'secondLook' = 'late' AND l.missed_at IS NOT NULL AND l.answered_at IS NULL`;

const ADD_UP = `SET present = t.present + excluded.present, late = t.late + excluded.late,
                    absent = t.absent + excluded.absent, excused = t.excused + excluded.excused`;
const sumOf = (status: string, column: string) =>
  `coalesce(sum(n) FILTER (WHERE status = '${status}'), 0)::int AS ${column}`;
const SUM_BY_STATUS = [
  sumOf('PRESENT', 'present'),
  sumOf('LATE', 'late'),
  sumOf('ABSENT', 'absent'),
  sumOf('EXCUSED', 'excused'),
].join(', ');

/** Absences that nobody but this service decided on: they are there because the session ended, and go where it did not. */
const AUTOMATIC_ABSENCE = `coalesce(m.canceled_status, m.status) = 'ABSENT' AND m.reviewed_at IS NULL`;

/** Whether a session that is not over has absences, as it has when it was reopened or ended by mistake. */
export const HAS_EARLY_ABSENCES = `
  SELECT EXISTS (SELECT FROM marks m JOIN sessions s ON s.id = m.session_id
                  WHERE s.id = $1 AND s.active AND ${AUTOMATIC_ABSENCE}) AS found`;

/**
 * Makes the marks of the session `$1` follow it: they count unless it is canceled, are of its day, are late by its late limit
 * unless a teacher decided on them, and absences are there only where it ended. Marks, history, roll-ups, outbox and notice
 * in one statement; a repeat finds nothing to do.
 *
 * In roll-ups a mark of a canceled session counts nowhere. Where a replica of the release before corrected one, it moved the
 * mark from EXCUSED to another status there, which is taken back. Events, too, say what that release reads: `EXCUSED`, and
 * `ABSENT` of an absence that was withdrawn.
 */
export const FOLLOW_SESSION = `
  WITH found AS (
    SELECT m.*, s.session_date AS new_date, s.canceled_at IS NOT NULL AS canceled, s.teacher_id AS changed_by,
           m.canceled_status IS NOT NULL AS was_canceled, coalesce(m.canceled_status, m.status) AS counted_as,
           ${AUTOMATIC_ABSENCE} AND (s.active OR s.canceled_at IS NOT NULL AND m.disputed_at IS NULL) AS withdrawn,
           CASE WHEN m.reviewed_at IS NULL AND coalesce(m.canceled_status, m.status) IN ('PRESENT', 'LATE')
                THEN CASE WHEN m.marked_at >= ${LATE_FROM} OR ${MISSED_LATE} THEN 'LATE' ELSE 'PRESENT' END
                ELSE coalesce(m.canceled_status, m.status) END AS judged,
           CASE WHEN m.marked_at >= ${LATE_FROM} OR l.missed_at IS NULL THEN NULL
                WHEN l.answered_at IS NULL THEN 'second_look_missed' ELSE 'second_look_answered' END AS look_cause
      FROM marks m JOIN sessions s ON s.id = m.session_id
      LEFT JOIN second_looks l ON l.session_id = m.session_id AND l.student_id = m.student_id
     WHERE m.session_id = $1 ORDER BY m.student_id FOR UPDATE OF m
  ), changes AS (
    SELECT f.*, CASE WHEN canceled THEN '${UNCOUNTED}' ELSE judged END AS new_status
      FROM found f
     WHERE withdrawn OR new_date <> session_date OR canceled <> was_canceled
        OR status <> CASE WHEN canceled THEN '${UNCOUNTED}' ELSE judged END
  ), gone AS (
    DELETE FROM marks m USING changes c WHERE m.id = c.id AND c.withdrawn
  ), said AS (
    DELETE FROM mark_audit_texts t USING mark_audit a, changes c
     WHERE a.id = t.audit_id AND a.mark_id = c.id AND c.withdrawn
  ), changed AS (
    UPDATE marks m
       SET status = c.new_status, canceled_status = CASE WHEN c.canceled THEN c.counted_as END,
           session_date = c.new_date, version = m.version + 1
      FROM changes c WHERE m.id = c.id AND NOT c.withdrawn
  ), lines AS (
    INSERT INTO mark_audit (mark_id, action, cause, actor_id, from_status, to_status)
    SELECT id, 'corrected', 'withdrawn', NULL::uuid, counted_as, NULL FROM changes WHERE withdrawn
     UNION ALL
    SELECT id, 'corrected', 'session_canceled', changed_by, counted_as, '${UNCOUNTED}' FROM changes
     WHERE NOT withdrawn AND canceled AND NOT was_canceled
     UNION ALL
    SELECT id, 'corrected', 'session_reopened', changed_by, '${UNCOUNTED}', counted_as FROM changes
     WHERE NOT withdrawn AND was_canceled AND NOT canceled
     UNION ALL
    SELECT id, 'corrected', 'session_moved', changed_by, NULL, NULL FROM changes
     WHERE NOT withdrawn AND new_date <> session_date
     UNION ALL
    SELECT id, 'corrected', coalesce(look_cause, 'judged_again'), CASE WHEN look_cause IS NULL THEN changed_by END,
           counted_as, judged
      FROM changes
     WHERE NOT withdrawn AND NOT canceled AND counted_as <> judged
  ), moves AS (
    SELECT course_id, teacher_id, student_id, session_date AS day, status, -1 AS n FROM changes
     UNION ALL
    SELECT course_id, teacher_id, student_id, session_date, '${UNCOUNTED}', 1 FROM changes WHERE was_canceled
     UNION ALL
    SELECT course_id, teacher_id, student_id, new_date, judged, 1 FROM changes WHERE NOT withdrawn AND NOT canceled
  ), course_days AS (
    INSERT INTO course_day_totals AS t (course_id, day, teacher_id, present, late, absent, excused)
    SELECT course_id, day, teacher_id, ${SUM_BY_STATUS}
      FROM moves GROUP BY course_id, day, teacher_id ORDER BY course_id, day
    ON CONFLICT (course_id, day) DO UPDATE ${ADD_UP}
  ), student_courses AS (
    INSERT INTO student_course_totals AS t (student_id, course_id, present, late, absent, excused)
    SELECT student_id, course_id, ${SUM_BY_STATUS}
      FROM moves GROUP BY student_id, course_id ORDER BY student_id, course_id
    ON CONFLICT (student_id, course_id) DO UPDATE ${ADD_UP}
  ), told AS (
    INSERT INTO outbox AS o (topic, key, id, version, occurred_at, payload)
    SELECT '${attendanceCorrected.name}', id::text, gen_random_uuid(), version + 1, now(),
           jsonb_strip_nulls(jsonb_build_object(
             'id', id, 'sessionId', session_id, 'courseId', course_id, 'studentId', student_id,
             'status', CASE WHEN withdrawn THEN 'ABSENT' ELSE new_status END,
             'markedAt', to_char(marked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
             'deviceId', device_id, 'version', version + 1))
      FROM changes
    ON CONFLICT (topic, key) DO UPDATE
      SET id = excluded.id, version = excluded.version, occurred_at = excluded.occurred_at, payload = excluded.payload,
          trace = excluded.trace
      WHERE o.version < excluded.version
  )
  SELECT count(pg_notify('${MARKS_CHANNEL}', session_id || ' ' || id))::int AS changed FROM changes`;
