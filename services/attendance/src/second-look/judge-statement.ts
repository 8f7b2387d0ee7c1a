import { MARKS_CHANNEL } from '../marking/write-marks-statement.ts';

/** The signal that leads to review. */
export const SECOND_LOOK_MISSED = 'second_look_missed';

/**
 * Finds who marked before the class of the session `$1` was asked once more, and did not answer. Marks that a teacher made or
 * decided on are left alone. Where fewer than half answered, the room most likely could not see the wall: nobody is found
 * missing, and the teacher sees the numbers.
 */
export const JUDGE_SECOND_LOOK = `
  WITH look AS (
    SELECT id AS session_id, policy ->> 'secondLook' AS consequence, (second_look ->> 'openedAt')::timestamptz AS opened_at
      FROM sessions WHERE id = $1 AND second_look_judged_at IS NULL FOR UPDATE
  ), asked AS (
    SELECT m.session_id, m.student_id, l.answered_at
      FROM look JOIN marks m USING (session_id)
      JOIN mark_contexts c USING (session_id, student_id)
      LEFT JOIN second_looks l USING (session_id, student_id)
     WHERE m.marked_at < look.opened_at AND m.reviewed_at IS NULL AND m.canceled_status IS NULL
       AND m.status IN ('PRESENT', 'LATE')
  ), seen AS (
    SELECT count(answered_at) * 2 >= count(*) AS by_the_room FROM asked
  ), missed AS (
    INSERT INTO second_looks (session_id, student_id, missed_at)
    SELECT session_id, student_id, now() FROM asked, seen WHERE answered_at IS NULL AND by_the_room ORDER BY student_id
    ON CONFLICT DO NOTHING RETURNING session_id, student_id
  ), flagged AS (
    INSERT INTO mark_flags (session_id, student_id, reason, at)
    SELECT session_id, student_id, '${SECOND_LOOK_MISSED}', now() FROM missed JOIN look USING (session_id)
     WHERE consequence = 'review' ORDER BY student_id
    ON CONFLICT DO NOTHING RETURNING session_id, student_id
  ), told AS (
    UPDATE marks m SET flagged_at = now() FROM flagged f
     WHERE m.session_id = f.session_id AND m.student_id = f.student_id RETURNING m.session_id, m.id
  ), settled AS (
    UPDATE sessions SET second_look_judged_at = now() WHERE id IN (SELECT session_id FROM look)
  )
  SELECT (SELECT count(*)::int FROM missed) AS missed,
         (SELECT count(pg_notify('${MARKS_CHANNEL}', session_id || ' ' || id)) FROM told) AS told`;
