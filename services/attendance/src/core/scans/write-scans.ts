import { createHash } from 'node:crypto';
import type { AttendanceStatus, DeviceKind, FlagReason, SelfiePrompt } from '@qr-attendance/contracts';
import { attendanceMarked } from '@qr-attendance/contracts/events';
import { traceOfEvent } from '@qr-attendance/messaging';
import { createBatcher, RETRY, retryOnConflict, WriteConflict } from '@qr-attendance/server';
import type { Pool } from 'pg';
import { inTransaction } from '../../db/database.ts';
import { freeGuestPlacesSql } from './guest-places.ts';
import type { RecordKey } from '../records/record-id.ts';
import { auditOf } from '../audit/audit-entries.ts';
import { eventsOf } from '../events/outbox.ts';
import { notifySql } from '../events/notify-pages.ts';
import { recountSql } from '../recounts/queue-recounts.ts';

export interface ScanContext {
  deviceKind: DeviceKind;
  /** Null without configured campus networks. */
  onCampus: boolean | null;
  signed: boolean;
  browser: string | null;
  burstLateMs?: number | undefined;
}

interface StoredPicture {
  jpeg: Buffer;
  phash: string | undefined;
}
export interface StoredSelfie extends StoredPicture {
  second: (StoredPicture & { prompt: SelfiePrompt }) | undefined;
}

export interface NewScan extends RecordKey {
  courseId: string;
  scannedAt: Date;
  deviceId?: string | undefined;
  deviceKey?: string | undefined;
  distanceBand?: string | undefined;
  positionHash?: Buffer | undefined;
  flags?: FlagReason[];
  context: ScanContext;
  selfie?: StoredSelfie | undefined;
  challenge?: string | undefined;
  passkey?: string | undefined;
  checksPin?: boolean;
  /** The student is in none of the session's courses, so the mark takes a guest place. */
  takesGuestPlace?: boolean;
}

/**
 * `not_written`: the student has a scan or a decision in the session, or the challenge was used.
 * `device_already_used`: the key signed another student's scan in the session. `selfie_reused`: the selfie is
 * a copy of another scan's. `too_many_guests`: the session has no free guest place.
 */
export type ScanOutcome =
  | { outcome: 'written'; status: AttendanceStatus }
  | { outcome: 'not_written' | 'device_already_used' | 'selfie_reused' | 'too_many_guests' };

const isTaken = (condition: string) =>
  `(EXISTS (SELECT FROM scan_evidence o WHERE ${condition}) OR EXISTS (SELECT FROM evidence o WHERE ${condition}))`;

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
const WRITE_SCANS = `
  WITH given AS (
    SELECT g.*, b.selfie, b.position_hash, b.second_selfie
      FROM jsonb_to_recordset($1::jsonb) AS g (
        n integer, session_id text, course_id text, student_id uuid, scanned_at timestamptz, device_id uuid,
        device_key text, distance_band text, selfie_hash text, flags text[], device_kind text, on_campus boolean,
        signed boolean, browser text, burst_late_ms integer, challenge text, checks_pin boolean, trace text,
        selfie_phash text, selfie_prompt text, second_phash text, passkey text, takes_guest_place boolean)
      JOIN unnest((SELECT $2::bytea[]), (SELECT $3::bytea[]), (SELECT $4::bytea[])) WITH ORDINALITY
           AS b (selfie, position_hash, second_selfie, n) USING (n)
  ), challenges AS (
    SELECT challenge FROM passkey_challenges WHERE challenge IN (SELECT challenge FROM given) ORDER BY challenge FOR UPDATE
  ), pins AS (
    UPDATE pin_attempts SET failures = 0, locked_until = NULL
     WHERE student_id IN (SELECT a.student_id FROM pin_attempts a
                           WHERE a.student_id IN (SELECT student_id FROM given WHERE checks_pin)
                           ORDER BY a.student_id FOR UPDATE)
  ), accepted AS (
    SELECT DISTINCT ON (session_id, student_id) g.* FROM given g
     WHERE (challenge IS NULL OR challenge IN (SELECT challenge FROM challenges))
       AND NOT EXISTS (SELECT FROM scans o WHERE o.session_id = g.session_id AND o.student_id = g.student_id)
       AND NOT EXISTS (SELECT FROM decisions o WHERE o.session_id = g.session_id AND o.student_id = g.student_id
                          AND o.status IS NOT NULL)
       AND (NOT takes_guest_place OR ${freeGuestPlacesSql('g.session_id', 'g.student_id')} > 0)
     ORDER BY session_id, student_id, n
  ), evidence AS (
    INSERT INTO scan_evidence (session_id, student_id, scanned_at, device_id, device_key, distance_band, selfie_hash,
                               device_kind, on_campus, signed, browser, position_hash, burst_late_ms, passkey)
    SELECT session_id, student_id, scanned_at, device_id, device_key, distance_band, selfie_hash,
           device_kind, on_campus, signed, browser, position_hash, burst_late_ms, passkey
      FROM accepted ORDER BY session_id, student_id
    ON CONFLICT DO NOTHING
    RETURNING session_id, student_id, device_key, selfie_hash
  ), written AS (
    INSERT INTO scans (session_id, student_id, scanned_at)
    SELECT p.session_id, p.student_id, p.scanned_at FROM accepted p JOIN evidence USING (session_id, student_id)
     ORDER BY 1, 2
    RETURNING session_id, student_id
  ), scanned AS (
    SELECT p.*, gen_random_uuid() AS audit_id, 'marked' AS action, p.student_id AS actor_id, NULL::text AS was,
           s.new_status AS becomes, s.new_status AS status, p.scanned_at AS marked_at, NULL::text AS reason,
           coalesce(d.version, 0) + 1 AS record_version, NULL::timestamptz AS decided_at
      FROM accepted p JOIN written USING (session_id, student_id)
      LEFT JOIN decisions d USING (session_id, student_id)
      -- The session is unknown only where past classes are seeded.
      CROSS JOIN LATERAL (SELECT scan_status(p.scanned_at, (SELECT late_from FROM sessions WHERE id = p.session_id), false)
                                 AS new_status OFFSET 0) AS s
  ), judged AS (
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
  ), ${auditOf('scanned', `jsonb_build_object('scannedAt', scanned_at)`)}, queued AS (
    ${recountSql('scanned')}
  ), events AS (
    ${eventsOf(attendanceMarked, 'scanned', 'trace', 'device_id')}
  ), notified AS (
    ${notifySql('scanned')}
  )
  SELECT outcome, becomes AS status, (SELECT count(pg_notify) FROM notified) AS notified FROM judged ORDER BY n`;

const hashOf = (picture: Buffer): string => createHash('sha256').update(picture).digest('hex');

const toRow = (scan: NewScan) => {
  const { sessionId, studentId, courseId, scannedAt, deviceId, selfie, context } = scan;
  const given = {
    session_id: sessionId,
    course_id: courseId,
    student_id: studentId,
    scanned_at: scannedAt,
    device_id: deviceId,
    device_key: scan.deviceKey,
    distance_band: scan.distanceBand,
    selfie_hash: selfie && hashOf(selfie.jpeg),
    selfie_phash: selfie?.phash,
    selfie_prompt: selfie?.second?.prompt,
    second_phash: selfie?.second?.phash,
    device_kind: context.deviceKind,
    on_campus: context.onCampus,
    signed: context.signed,
    browser: context.browser,
    burst_late_ms: context.burstLateMs,
    flags: scan.flags ?? [],
    challenge: scan.challenge,
    passkey: scan.passkey,
    checks_pin: scan.checksPin ?? false,
    takes_guest_place: scan.takesGuestPlace ?? false,
    trace: traceOfEvent().trace,
  };
  return {
    given,
    selfie: selfie?.jpeg ?? null,
    secondSelfie: selfie?.second?.jpeg ?? null,
    positionHash: scan.positionHash ?? null,
  };
};
type Row = ReturnType<typeof toRow>;
type WriteOutcome = ScanOutcome | { outcome: 'overtaken' };

const GROUP = 64;

type Queryable = Pick<Pool, 'query'>;

export const createWriteScan = (pool: Pool, wakeRelay: () => void = () => undefined) => {
  const write = async (rows: readonly Row[], client: Queryable = pool): Promise<WriteOutcome[]> => {
    const values = [
      JSON.stringify(rows.map(({ given }, index) => ({ ...given, n: index + 1 }))),
      rows.map(({ selfie }) => selfie),
      rows.map(({ positionHash }) => positionHash),
      rows.map(({ secondSelfie }) => secondSelfie),
    ];
    const written = await client.query<WriteOutcome>({ name: 'write-scans', text: WRITE_SCANS, values });
    if (written.rows.some(({ outcome }) => outcome === 'written')) wakeRelay();
    return written.rows;
  };
  const writeTogether = createBatcher<Row, ScanOutcome>(async (rows) => {
    const outcomes = new Map<Row, WriteOutcome | undefined>();
    let left = rows;
    const writeLeft = async () => {
      const written = await write(left);
      for (const [index, row] of left.entries()) outcomes.set(row, written[index]);
      left = left.filter((row) => outcomes.get(row)?.outcome === 'overtaken');
      return left.length === 0 || RETRY;
    };
    // There is no delay, because the next batch of marks waits for this one.
    await retryOnConflict('scans', writeLeft, { minTimeout: 0 }).catch((error: unknown) => {
      // Fails only these scans, not others of the same batch.
      if (!(error instanceof WriteConflict)) throw error;
    });
    return rows.map((row) => {
      const written = outcomes.get(row);
      return !written || written.outcome === 'overtaken' ? new WriteConflict('scans') : written;
    });
  }, GROUP);
  const writeGuest = async (row: Row): Promise<ScanOutcome> => {
    const [written] = await inTransaction(pool, async (client) => {
      await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `guests ${row.given.session_id}`,
      ]);
      return write([row], client);
    });
    if (!written || written.outcome === 'overtaken') throw new WriteConflict('scans');
    return written;
  };
  /**
   * Guests are written one at a time, because each write counts the guests before it; all use one connection.
   */
  const writeGuests = createBatcher<Row, ScanOutcome>(async (rows) => {
    const outcomes: ScanOutcome[] = [];
    for (const row of rows) outcomes.push(await writeGuest(row));
    return outcomes;
  }, GROUP);
  return (scan: NewScan): Promise<ScanOutcome> => {
    const row = toRow(scan);
    return scan.takesGuestPlace ? writeGuests(row) : writeTogether(row);
  };
};
