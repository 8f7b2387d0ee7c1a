import { createHash } from 'node:crypto';
import type { AttendanceStatus, DeviceKind, FlagReason, SelfiePrompt } from '@qr-attendance/contracts';
import { traceOfEvent } from '@qr-attendance/messaging';
import { createBatcher, RETRY, retryOnConflict, WriteConflict } from '@qr-attendance/server';
import type { Pool } from 'pg';
import { inTransaction } from '../../db/database.ts';
import type { RecordKey } from '../records/record-id.ts';
import { WRITE_PLAIN_SCANS, WRITE_SCANS } from './scan-statements.ts';

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
    // PostgreSQL's text form of bytes.
    position_hash: scan.positionHash && `\\x${scan.positionHash.toString('hex')}`,
    flags: scan.flags ?? [],
    challenge: scan.challenge,
    passkey: scan.passkey,
    checks_pin: scan.checksPin ?? false,
    takes_guest_place: scan.takesGuestPlace ?? false,
    trace: traceOfEvent().trace,
  };
  return { given, selfie: selfie?.jpeg ?? null, secondSelfie: selfie?.second?.jpeg ?? null };
};
type Row = ReturnType<typeof toRow>;

/** Most scans have neither a selfie nor a passkey nor flags, and take no guest place. */
const isPlain = ({ given, selfie }: Row): boolean =>
  selfie === null && given.challenge === undefined && given.flags.length === 0 && !given.takes_guest_place;

const toJson = (rows: readonly Row[]): string =>
  JSON.stringify(rows.map(({ given }, index) => ({ ...given, n: index + 1 })));
type WriteOutcome = ScanOutcome | { outcome: 'overtaken' };

const GROUP = 64;

type Queryable = Pick<Pool, 'query'>;

export const writeScansQuery = (rows: readonly Row[]) => ({
  name: 'write-scans',
  text: WRITE_SCANS,
  values: [toJson(rows), rows.map(({ selfie }) => selfie), rows.map(({ secondSelfie }) => secondSelfie)],
});
export const writePlainScansQuery = (rows: readonly Row[]) => ({
  name: 'write-plain-scans',
  text: WRITE_PLAIN_SCANS,
  values: [toJson(rows)],
});

export const createWriteScan = (pool: Pool, wakeRelay: () => void = () => undefined) => {
  const write = async (rows: readonly Row[], client: Queryable = pool): Promise<WriteOutcome[]> =>
    (await client.query<WriteOutcome>(writeScansQuery(rows))).rows;
  /** Call after the commit, because the relay reads at once. */
  const wakeIfWritten = (written: readonly (WriteOutcome | undefined)[]): void => {
    if (written.some((one) => one?.outcome === 'written')) wakeRelay();
  };
  const writePlain = createBatcher<Row, ScanOutcome | undefined>(async (rows) => {
    const written = await pool.query<{ n: number; status: AttendanceStatus }>(writePlainScansQuery(rows));
    if (written.rows.length > 0) wakeRelay();
    const statuses = new Map(written.rows.map(({ n, status }) => [n, status]));
    return rows.map((_row, index) => {
      const status = statuses.get(index + 1);
      return status && { outcome: 'written', status };
    });
  }, GROUP);
  const writeTogether = createBatcher<Row, ScanOutcome>(async (rows) => {
    const outcomes = new Map<Row, WriteOutcome | undefined>();
    let left = rows;
    const writeLeft = async () => {
      const written = await write(left);
      wakeIfWritten(written);
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
    wakeIfWritten([written]);
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
  return async (scan: NewScan): Promise<ScanOutcome> => {
    const row = toRow(scan);
    if (scan.takesGuestPlace) return writeGuests(row);
    return (isPlain(row) ? await writePlain(row) : undefined) ?? writeTogether(row);
  };
};
