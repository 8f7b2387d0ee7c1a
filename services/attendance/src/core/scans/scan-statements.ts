import { attendanceMarked } from '@qr-attendance/contracts/events';
import { auditEntriesOf } from '../audit/audit-entries.ts';
import { notifySql } from '../events/notify-pages.ts';
import { eventsOf } from '../events/outbox.ts';
import { recountSql } from '../recounts/queue-recounts.ts';
import { freeGuestPlacesSql } from './guest-places.ts';

const isTaken = (condition: string) =>
  `(EXISTS (SELECT FROM scan_evidence o WHERE ${condition}) OR EXISTS (SELECT FROM evidence o WHERE ${condition}))`;

const PINS = `
  pins AS (
    UPDATE pin_attempts SET failures = 0, locked_until = NULL
     WHERE student_id IN (SELECT a.student_id FROM pin_attempts a
                           WHERE a.student_id IN (SELECT student_id FROM given WHERE checks_pin)
                           ORDER BY a.student_id FOR UPDATE)
  )`;

const acceptedSql = (condition: string): string => `
  accepted AS (
    SELECT DISTINCT ON (session_id, student_id) g.* FROM given g
     WHERE ${condition}
       AND NOT EXISTS (SELECT FROM scans o WHERE o.session_id = g.session_id AND o.student_id = g.student_id)
       AND NOT EXISTS (SELECT FROM decisions o WHERE o.session_id = g.session_id AND o.student_id = g.student_id
                          AND o.status IS NOT NULL)
     ORDER BY session_id, student_id, n
  )`;

const EVIDENCE = [
  'session_id',
  'student_id',
  'scanned_at',
  'device_id',
  'device_key',
  'distance_band',
  'device_kind',
  'on_campus',
  'signed',
  'browser',
  'position_hash',
  'burst_late_ms',
];
const scannedSql = (columns: string[]): string => `
  evidence AS (
    INSERT INTO scan_evidence (${columns.join(', ')})
    SELECT ${columns.join(', ')} FROM accepted ORDER BY session_id, student_id
    ON CONFLICT DO NOTHING
    RETURNING ${columns.join(', ')}
  ), written AS (
    INSERT INTO scans (session_id, student_id, scanned_at)
    SELECT session_id, student_id, scanned_at FROM evidence ORDER BY 1, 2
    RETURNING session_id, student_id
  ), scanned AS (
    SELECT p.*, gen_random_uuid() AS audit_id, 'marked' AS action, p.student_id AS actor_id, NULL::text AS was,
           s.new_status AS becomes, s.new_status AS status, p.scanned_at AS marked_at,
           coalesce(d.version, 0) + 1 AS record_version, NULL::timestamptz AS decided_at
      FROM accepted p JOIN written USING (session_id, student_id)
      LEFT JOIN decisions d USING (session_id, student_id)
      -- The session is unknown only where past classes are seeded.
      CROSS JOIN LATERAL (SELECT scan_status(p.scanned_at, (SELECT late_from FROM sessions WHERE id = p.session_id), false)
                                 AS new_status OFFSET 0) AS s
  )`;

const EFFECTS = `
  ${auditEntriesOf('scanned', `jsonb_build_object('scannedAt', scanned_at)`)}, queued AS (
    ${recountSql('scanned')}
  ), events AS (
    ${eventsOf(attendanceMarked, 'scanned', 'trace', 'device_id')}
  ), notified AS (
    ${notifySql('scanned')}
  )`;
const NOTIFIED = '(SELECT count(pg_notify) FROM notified) AS notified';

const GIVEN = `
  n integer, session_id text, course_id text, student_id uuid, scanned_at timestamptz, device_id uuid, device_key text,
  distance_band text, device_kind text, on_campus boolean, signed boolean, browser text, position_hash bytea,
  burst_late_ms integer, checks_pin boolean, trace text`;

/**
 * Writes everything about scans in one statement and one round trip. Locks rows in a fixed order, so that
 * replicas never deadlock.
 *
 * A scan that violates a unique index is skipped without affecting the others. Then its cause is looked up,
 * in the order in which the rules apply. If none is found, another replica has just written the conflicting
 * scan: such `overtaken` scans are retried and consume nothing.
 *
 * Arrays are passed through subqueries, as in mark-facts.ts.
 */
export const WRITE_SCANS = `
  WITH given AS (
    SELECT g.*, b.selfie, b.second_selfie
      FROM jsonb_to_recordset($1::jsonb) AS g (${GIVEN},
        selfie_hash text, flags text[], challenge text, selfie_phash text, selfie_prompt text, second_phash text, passkey text,
        takes_guest_place boolean)
      JOIN unnest((SELECT $2::bytea[]), (SELECT $3::bytea[])) WITH ORDINALITY AS b (selfie, second_selfie, n) USING (n)
  ), challenges AS (
    SELECT challenge FROM passkey_challenges WHERE challenge IN (SELECT challenge FROM given) ORDER BY challenge FOR UPDATE
  ), ${PINS}, ${acceptedSql(`
           (challenge IS NULL OR challenge IN (SELECT challenge FROM challenges))
       AND (NOT takes_guest_place OR ${freeGuestPlacesSql('g.session_id', 'g.student_id')} > 0)`)},
  ${scannedSql([...EVIDENCE, 'selfie_hash', 'passkey'])}, judged AS (
    SELECT g.n, g.challenge, w.becomes,
           CASE WHEN w.n IS NOT NULL THEN 'written'
                WHEN g.challenge IS NOT NULL AND g.challenge NOT IN (SELECT challenge FROM challenges) THEN 'not_written'
                WHEN p.n IS NULL AND g.takes_guest_place AND ${freeGuestPlacesSql('g.session_id', 'g.student_id')} <= 0
                     AND NOT EXISTS (SELECT FROM scans o WHERE o.session_id = g.session_id AND o.student_id = g.student_id)
                THEN 'too_many_guests'
                WHEN p.n IS NULL THEN 'not_written'
                WHEN ${isTaken('o.session_id = g.session_id AND o.student_id = g.student_id')} THEN 'not_written'
                WHEN ${isTaken('o.session_id = g.session_id AND o.device_key = g.device_key')} THEN 'device_already_used'
                WHEN ${isTaken('o.selfie_hash = g.selfie_hash')} THEN 'selfie_reused'
                ELSE 'overtaken' END AS outcome
      FROM given g LEFT JOIN accepted p USING (n) LEFT JOIN scanned w USING (n)
  ), used AS (
    DELETE FROM passkey_challenges WHERE challenge IN (
      SELECT challenge FROM judged WHERE outcome IN ('written', 'not_written'))
  ), pictures AS (
    INSERT INTO selfies (session_id, student_id, jpeg, taken_at, phash, second_jpeg, second_phash, prompt)
    SELECT session_id, student_id, selfie, scanned_at, selfie_phash::bit(64), second_selfie, second_phash::bit(64),
           selfie_prompt
      FROM scanned WHERE selfie IS NOT NULL
  ), flagged AS (
    INSERT INTO flags (session_id, student_id, reason, at, asks_review)
    SELECT session_id, student_id, flag, scanned_at, true FROM scanned CROSS JOIN unnest(flags) AS flag
    ON CONFLICT DO NOTHING
  ), ${EFFECTS}
  SELECT outcome, becomes AS status, ${NOTIFIED} FROM judged ORDER BY n`;

/**
 * Does the same for plain scans at a fraction of the cost, because starting a statement costs time for each of its
 * parts. Returns the written scans only; `WRITE_SCANS` finds out why the others were not written.
 */
export const WRITE_PLAIN_SCANS = `
  WITH given AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS g (${GIVEN})
  ), ${PINS}, ${acceptedSql('true')}, ${scannedSql(EVIDENCE)}, ${EFFECTS}
  SELECT n, becomes AS status, ${NOTIFIED} FROM scanned`;
