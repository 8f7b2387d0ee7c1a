import { createHash } from 'node:crypto';
import type { AttendanceStatus, DeviceKind, FlagReason, SelfiePrompt } from '@qr-attendance/contracts';
import { attendanceMarked } from '@qr-attendance/contracts/events';
import { makeEvent } from '@qr-attendance/messaging';
import { createBatcher, temporarilyUnavailable } from '@qr-attendance/server';
import type { Pool } from 'pg';
import { type RecordKey, recordIdOf } from './record-id.ts';
import { WRITE_SCANS } from './write-scans-statement.ts';

/** The circumstances of a scan, by which the scans of a session are compared. */
export interface ScanContext {
  deviceKind: DeviceKind;
  /** Null where the installation names no campus networks. */
  onCampus: boolean | null;
  /** The browser's key signed the scan. */
  signed: boolean;
  /** Equal for equal browsers within a session; null for a browser that sent no id. */
  browser: string | null;
  /** How late the scan of a burst code arrived, in ms, as the ticket says. */
  burstLateMs?: number | undefined;
}

interface StoredPicture {
  jpeg: Buffer;
  looks: string | undefined;
}
/** A selfie as it is stored. */
export interface StoredSelfie extends StoredPicture {
  second: (StoredPicture & { prompt: SelfiePrompt }) | undefined;
}

/** A scan whose checks were passed. */
export interface NewScan extends RecordKey {
  courseId: string;
  scannedAt: Date;
  /** The status that follows from the session as the scan was judged. */
  status: AttendanceStatus;
  deviceId: string | undefined;
  /** Thumbprint of the key that signed it. */
  deviceKey: string | undefined;
  distanceBand: string | undefined;
  /** Equal for equal coordinates within a session. */
  positionHash: Buffer | undefined;
  flags: FlagReason[];
  context: ScanContext;
  selfie: StoredSelfie | undefined;
  /** The passkey challenge that was answered; the scan uses it up. */
  challenge: string | undefined;
  /** Hash of the passkey that answered. */
  passkey: string | undefined;
  /** The right PIN was given, which resets the count of tries. */
  checksPin: boolean;
}

/**
 * What became of a scan. It is `not_written` where the student has a scan or a decision in that session, or the challenge it
 * answers is no longer there; `device_already_used` where its key signed another student's scan in that session;
 * `selfie_reused` where its selfie is the very picture of another scan.
 */
export type ScanOutcome =
  | { outcome: 'written'; status: AttendanceStatus }
  | { outcome: 'not_written' | 'device_already_used' | 'selfie_reused' };

const hashOf = (picture: Buffer): string => createHash('sha256').update(picture).digest('hex');

/** A scan as a row to be written, with its event, which belongs to the request that makes it. */
const toRow = (scan: NewScan) => {
  const { sessionId, studentId, courseId, status, deviceId, selfie, context } = scan;
  const id = recordIdOf(scan);
  const {
    id: event_id,
    payload,
    trace,
  } = makeEvent(attendanceMarked, id, {
    ...{ id, sessionId, courseId, studentId, status, version: 1 },
    markedAt: scan.scannedAt.toISOString(),
    ...(deviceId && { deviceId }),
  });
  const given = {
    ...{
      session_id: sessionId,
      course_id: courseId,
      student_id: studentId,
      status,
      scanned_at: scan.scannedAt,
    },
    ...{ device_id: deviceId, device_key: scan.deviceKey, distance_band: scan.distanceBand },
    ...{ selfie_hash: selfie && hashOf(selfie.jpeg), selfie_looks: selfie?.looks },
    ...{ selfie_prompt: selfie?.second?.prompt, presence_checks: selfie?.second?.looks, flags: scan.flags },
    ...{ device_kind: context.deviceKind, on_campus: context.onCampus, signed: context.signed },
    ...{ browser: context.browser, burst_late_ms: context.burstLateMs },
    ...{
      challenge: scan.challenge,
      passkey: scan.passkey,
      checks_pin: scan.checksPin,
      event_id,
      payload,
      trace,
    },
  };
  return {
    given,
    selfie: selfie?.jpeg ?? null,
    secondSelfie: selfie?.second?.jpeg ?? null,
    positionHash: scan.positionHash ?? null,
  };
};
type Row = ReturnType<typeof toRow>;
type Written = ScanOutcome | { outcome: 'overtaken' };

/** A scan that is overtaken this often points to another fault. */
const TRIES = 3;
/** Scans that one statement writes at most. */
const GROUP = 64;

/**
 * Writes one scan, together with others that arrive at the same time. One that may not be written is left out alone.
 * @throws DomainError (try again) where another replica keeps overtaking this one
 */
export const createWriteScan = (pool: Pool) => {
  const write = async (rows: readonly Row[]): Promise<Map<Row, Written>> => {
    const values = [
      JSON.stringify(rows.map(({ given }, index) => ({ ...given, n: index + 1 }))),
      rows.map(({ selfie }) => selfie),
      rows.map(({ positionHash }) => positionHash),
      rows.map(({ secondSelfie }) => secondSelfie),
    ];
    const answer = await pool.query<Written & { n: number }>({
      name: 'write-scans',
      text: WRITE_SCANS,
      values,
    });
    return new Map(
      answer.rows.flatMap(({ n, ...written }) => {
        const row = rows[n - 1];
        return row ? [[row, written as Written] as const] : [];
      }),
    );
  };
  const load = createBatcher<Row, ScanOutcome>(async (rows) => {
    const outcomes = await write(rows);
    for (let tries = 1; tries < TRIES; tries++) {
      const overtaken = rows.filter((row) => outcomes.get(row)?.outcome === 'overtaken');
      if (overtaken.length === 0) break;
      for (const [row, outcome] of await write(overtaken)) outcomes.set(row, outcome);
    }
    return rows.map((row) => {
      const written = outcomes.get(row);
      return !written || written.outcome === 'overtaken' ? temporarilyUnavailable() : written;
    });
  }, GROUP);
  return (scan: NewScan): Promise<ScanOutcome> => load(toRow(scan));
};
