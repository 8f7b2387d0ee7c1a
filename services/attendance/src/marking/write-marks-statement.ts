import { attendanceMarked } from '@qr-attendance/contracts/events';
import { COUNT_BY_STATUS } from '../reports/mark-totals.ts';

/** The channel on which replicas hear of marks that are new or changed: `<session id> <mark id>`. */
export const MARKS_CHANNEL = 'marks';

/** Whether another mark is there, of before or just written, that meets the condition. */
const isTaken = (condition: string) =>
  `(EXISTS (SELECT FROM marks o WHERE ${condition}) OR EXISTS (SELECT FROM written o WHERE ${condition}))`;
const ADD_UP = `SET present = t.present + excluded.present, late = t.late + excluded.late,
                    absent = t.absent + excluded.absent, excused = t.excused + excluded.excused`;
/**
 * Mark, selfie, passkey challenge, PIN count, flags, position, context, history, roll-ups, outbox and notice in one
 * statement: all or nothing, in one round trip. Rows are taken in one order, so that statements of several replicas never wait for
 * each other in a ring.
 *
 * A mark that breaks a rule of uniqueness is left out and keeps none of the others back. Which rule it was is looked up
 * for those alone, among the marks of before and those just written, in the order in which the rules count. Where
 * neither says so, another replica wrote the conflicting mark a moment ago: `overtaken`, and to be asked once more. Of
 * what is to be tried again nothing is used up.
 *
 * The arrays come by subqueries, as those of the facts (mark-facts.ts): planning took longer than writing.
 */
export const WRITE_MARKS = `
  WITH given AS (
    SELECT g.*, b.selfie, b.position, b.second_selfie
      FROM jsonb_to_recordset($1::jsonb) AS g (
        id uuid, session_id text, course_id text, teacher_id uuid, student_id uuid, session_date date, status text,
        marked_at timestamptz, device_id uuid, device_key text, distance_band text, selfie_hash text, flags text[],
        device_kind text, on_campus boolean, signed boolean, browser text, live_late_ms integer, challenge text, checks_pin boolean,
        action text, actor_id uuid, reason text, event_id uuid, payload jsonb, trace text,
        selfie_looks text, selfie_prompt text, second_looks text, passkey text)
      JOIN unnest((SELECT $2::uuid[]), (SELECT $3::bytea[]), (SELECT $4::bytea[]), (SELECT $5::bytea[]))
           AS b (id, selfie, position, second_selfie) USING (id)
  ), challenges AS (
    SELECT challenge FROM passkey_challenges WHERE challenge IN (SELECT challenge FROM given) ORDER BY challenge FOR UPDATE
  ), pins AS (
    UPDATE pin_attempts SET failures = 0, locked_until = NULL
     WHERE student_id IN (SELECT a.student_id FROM pin_attempts a
                           WHERE a.student_id IN (SELECT student_id FROM given WHERE checks_pin)
                           ORDER BY a.student_id FOR UPDATE)
  ), written AS (
    INSERT INTO marks (id, session_id, course_id, teacher_id, student_id, session_date, status, marked_at, device_id,
                       device_key, distance_band, selfie_hash, reviewed_at, flagged_at)
    SELECT id, session_id, course_id, teacher_id, student_id, session_date, status, marked_at, device_id,
           device_key, distance_band, selfie_hash, CASE WHEN action IN ('marked_by_hand', 'set_on_roster') THEN marked_at END,
           greatest(CASE WHEN cardinality(flags) > 0 THEN marked_at END,
                    (SELECT max(at) FROM mark_flags f WHERE f.session_id = g.session_id AND f.student_id = g.student_id))
      FROM given g
     WHERE (challenge IS NULL OR challenge IN (SELECT challenge FROM challenges))
     ORDER BY session_id, student_id
    ON CONFLICT DO NOTHING
    RETURNING *
  ), judged AS (
    SELECT g.id, g.challenge, w.session_id AS written_in,
           CASE WHEN w.id IS NOT NULL THEN 'written'
                WHEN g.challenge IS NOT NULL AND g.challenge NOT IN (SELECT challenge FROM challenges) THEN 'not_written'
                WHEN ${isTaken('o.session_id = g.session_id AND o.student_id = g.student_id')} THEN 'not_written'
                WHEN ${isTaken('o.session_id = g.session_id AND o.device_key = g.device_key')} THEN 'device_already_used'
                WHEN ${isTaken('o.selfie_hash = g.selfie_hash')} THEN 'selfie_reused'
                ELSE 'overtaken' END AS outcome
      FROM given g LEFT JOIN written w USING (id)
  ), used AS (
    DELETE FROM passkey_challenges WHERE challenge IN (
      SELECT challenge FROM judged WHERE outcome IN ('written', 'not_written'))
  ), pictures AS (
    INSERT INTO selfies (mark_id, jpeg, taken_at, looks, second_jpeg, second_looks, prompt)
    SELECT w.id, g.selfie, w.marked_at, g.selfie_looks::bit(64), g.second_selfie, g.second_looks::bit(64), g.selfie_prompt
      FROM written w JOIN given g USING (id) WHERE g.selfie IS NOT NULL
  ), places AS (
    INSERT INTO mark_positions (session_id, hash, student_id)
    SELECT w.session_id, g.position, w.student_id FROM written w JOIN given g USING (id) WHERE g.position IS NOT NULL
  ), contexts AS (
    INSERT INTO mark_contexts (session_id, student_id, device_kind, on_campus, signed, browser, live_late_ms, passkey, at)
    SELECT w.session_id, w.student_id, g.device_kind, g.on_campus, g.signed, g.browser, g.live_late_ms, g.passkey,
           w.marked_at
      FROM written w JOIN given g USING (id) WHERE g.device_kind IS NOT NULL
    ON CONFLICT (session_id, student_id) DO UPDATE
      SET device_kind = excluded.device_kind, on_campus = excluded.on_campus, signed = excluded.signed,
          browser = excluded.browser, live_late_ms = excluded.live_late_ms, passkey = excluded.passkey, at = excluded.at
  ), flagged AS (
    INSERT INTO mark_flags (session_id, student_id, reason, at)
    SELECT w.session_id, w.student_id, flag, w.marked_at
      FROM written w JOIN given g USING (id) CROSS JOIN unnest(g.flags) AS flag
    ON CONFLICT DO NOTHING
  ), lines AS (
    INSERT INTO mark_audit (mark_id, at, action, actor_id, to_status)
    SELECT w.id, w.marked_at, g.action, g.actor_id, w.status FROM written w JOIN given g USING (id)
    RETURNING id, mark_id
  ), words AS (
    INSERT INTO mark_audit_texts (audit_id, text)
    SELECT l.id, g.reason FROM lines l JOIN given g ON g.id = l.mark_id WHERE g.reason IS NOT NULL
  ), course_days AS (
    INSERT INTO course_day_totals AS t (course_id, day, teacher_id, present, late, absent, excused)
    SELECT course_id, session_date, teacher_id, ${COUNT_BY_STATUS}
      FROM written GROUP BY course_id, session_date, teacher_id ORDER BY course_id, session_date
    ON CONFLICT (course_id, day) DO UPDATE ${ADD_UP}
  ), student_courses AS (
    INSERT INTO student_course_totals AS t (student_id, course_id, present, late, absent, excused)
    SELECT student_id, course_id, ${COUNT_BY_STATUS}
      FROM written GROUP BY student_id, course_id ORDER BY student_id, course_id
    ON CONFLICT (student_id, course_id) DO UPDATE ${ADD_UP}
  ), told AS (
    INSERT INTO outbox (topic, key, id, version, occurred_at, payload, trace)
    SELECT '${attendanceMarked.name}', g.id::text, g.event_id, w.version, now(), g.payload, g.trace
      FROM written w JOIN given g USING (id)
  )
  SELECT id, outcome,
         CASE WHEN written_in IS NOT NULL THEN pg_notify('${MARKS_CHANNEL}', written_in || ' ' || id) END
    FROM judged`;

/**
 * What became of a mark. It is `not_written` where the student has one in that session already, or the challenge it answers is
 * no longer there; `device_already_used` where its key signed another student's mark in that session; `selfie_reused`
 * where its selfie is the very picture of another mark.
 */
export type WriteOutcome = 'written' | 'not_written' | 'device_already_used' | 'selfie_reused';
