import { attendanceMarked } from '@qr-attendance/contracts/events';
import { auditOf, EPOCH, notifyOf, recountOf } from './statements.ts';

/** Whether another scan is there, from before or just written, that meets the condition. */
const isTaken = (condition: string) =>
  `(EXISTS (SELECT FROM scan_evidence o WHERE ${condition}) OR EXISTS (SELECT FROM evidence o WHERE ${condition}))`;

/**
 * Evidence, scan, selfie, passkey challenge, PIN count, flags, position, audit, recounts, outbox and notification in one
 * statement: all or nothing, in one round trip. Rows are taken in one order, so that statements of several replicas never wait for
 * each other in a ring.
 *
 * A scan that breaks a rule of uniqueness is left out and keeps none of the others back. Which rule it was is looked up
 * for those alone, in the order in which the rules count. Where none explains it, another replica wrote the conflicting scan
 * a moment ago: `overtaken`, and to be tried again. Nothing is used up by a scan that is to be tried again.
 *
 * The arrays come by subqueries, as those of the facts (mark-facts.ts): planning took longer than writing.
 */
export const WRITE_SCANS = `
  WITH given AS (
    SELECT g.*, b.selfie, b.position, b.second_selfie
      FROM jsonb_to_recordset($1::jsonb) AS g (
        n integer, session_id text, course_id text, student_id uuid, status text, scanned_at timestamptz, device_id uuid,
        device_key text, distance_band text, selfie_hash text, flags text[], device_kind text, on_campus boolean,
        signed boolean, browser text, burst_late_ms integer, challenge text, checks_pin boolean, event_id uuid, payload jsonb,
        trace text, selfie_looks text, selfie_prompt text, presence_checks text, passkey text)
      JOIN unnest((SELECT $2::bytea[]), (SELECT $3::bytea[]), (SELECT $4::bytea[])) WITH ORDINALITY
           AS b (selfie, position, second_selfie, n) USING (n)
  ), challenges AS (
    SELECT challenge FROM passkey_challenges WHERE challenge IN (SELECT challenge FROM given) ORDER BY challenge FOR UPDATE
  ), pins AS (
    UPDATE pin_attempts SET failures = 0, locked_until = NULL
     WHERE student_id IN (SELECT a.student_id FROM pin_attempts a
                           WHERE a.student_id IN (SELECT student_id FROM given WHERE checks_pin)
                           ORDER BY a.student_id FOR UPDATE)
  ), proven AS (
    SELECT DISTINCT ON (session_id, student_id) g.* FROM given g
     WHERE (challenge IS NULL OR challenge IN (SELECT challenge FROM challenges))
       AND NOT EXISTS (SELECT FROM scans o WHERE o.session_id = g.session_id AND o.student_id = g.student_id)
       AND NOT EXISTS (SELECT FROM decisions o WHERE o.session_id = g.session_id AND o.student_id = g.student_id
                          AND o.status IS NOT NULL)
     ORDER BY session_id, student_id, n
  ), evidence AS (
    INSERT INTO scan_evidence (session_id, student_id, scanned_at, device_id, device_key, distance_band, selfie_hash,
                               device_kind, on_campus, signed, browser, burst_late_ms, passkey)
    SELECT session_id, student_id, scanned_at, device_id, device_key, distance_band, selfie_hash,
           device_kind, on_campus, signed, browser, burst_late_ms, passkey
      FROM proven ORDER BY session_id, student_id
    ON CONFLICT DO NOTHING
    RETURNING session_id, student_id, device_key, selfie_hash
  ), written AS (
    INSERT INTO scans (session_id, student_id, scanned_at)
    SELECT p.session_id, p.student_id, p.scanned_at FROM proven p JOIN evidence USING (session_id, student_id)
     ORDER BY 1, 2
    RETURNING session_id, student_id
  ), scanned AS (
    SELECT p.*, gen_random_uuid() AS audit_id, 'marked' AS action, p.student_id AS actor_id, NULL::text AS was,
           s.new_status AS becomes, NULL::text AS reason, coalesce(d.version, 0) + 1 AS record_version
      FROM proven p JOIN written USING (session_id, student_id)
      LEFT JOIN decisions d USING (session_id, student_id)
      LEFT JOIN LATERAL (SELECT CASE WHEN p.scanned_at >= late_from THEN 'LATE' ELSE 'PRESENT' END AS new_status
                           FROM sessions WHERE id = p.session_id OFFSET 0) AS s ON true
  ), judged AS (
    SELECT g.n, g.challenge, w.becomes,
           CASE WHEN w.n IS NOT NULL THEN 'written'
                WHEN g.challenge IS NOT NULL AND g.challenge NOT IN (SELECT challenge FROM challenges) THEN 'not_written'
                WHEN p.n IS NULL THEN 'not_written'
                WHEN ${isTaken('o.session_id = g.session_id AND o.student_id = g.student_id')} THEN 'not_written'
                WHEN ${isTaken('o.session_id = g.session_id AND o.device_key = g.device_key')} THEN 'device_already_used'
                WHEN ${isTaken('o.selfie_hash = g.selfie_hash')} THEN 'selfie_reused'
                ELSE 'overtaken' END AS outcome
      FROM given g LEFT JOIN proven p USING (n) LEFT JOIN scanned w USING (n)
  ), used AS (
    DELETE FROM passkey_challenges WHERE challenge IN (
      SELECT challenge FROM judged WHERE outcome IN ('written', 'not_written'))
  ), pictures AS (
    INSERT INTO selfies (session_id, student_id, jpeg, taken_at, looks, second_jpeg, presence_checks, prompt)
    SELECT session_id, student_id, selfie, scanned_at, selfie_looks::bit(64), second_selfie, presence_checks::bit(64),
           selfie_prompt
      FROM scanned WHERE selfie IS NOT NULL
  ), positions AS (
    INSERT INTO mark_positions (session_id, hash, student_id)
    SELECT session_id, position, student_id FROM scanned WHERE position IS NOT NULL
  ), flagged AS (
    INSERT INTO flags (session_id, student_id, reason, at, asks_review)
    SELECT session_id, student_id, flag, scanned_at, true FROM scanned CROSS JOIN unnest(flags) AS flag
    ON CONFLICT DO NOTHING
  ), ${auditOf('scanned', `jsonb_build_object('scannedAt', scanned_at)`)}, queued AS (
    ${recountOf('scanned')}
  ), events AS (
    INSERT INTO outbox AS o (topic, key, id, version, occurred_at, payload, trace)
    SELECT '${attendanceMarked.name}', session_id || '-' || student_id, event_id, record_version + ${EPOCH}, now(),
           payload || jsonb_build_object('status', becomes, 'version', record_version + ${EPOCH}), trace
      FROM scanned ORDER BY 2
    ON CONFLICT (topic, key) DO UPDATE
      SET id = excluded.id, version = excluded.version, occurred_at = excluded.occurred_at, payload = excluded.payload,
          trace = excluded.trace
  ), notified AS (
    ${notifyOf('scanned')}
  )
  SELECT n, outcome, becomes AS status, (SELECT count(pg_notify) FROM notified) AS notified FROM judged`;
