import { createHash } from 'node:crypto';
import type { AuditAction, FlagReason } from '@qr-attendance/contracts';
import { attendanceMarked } from '@qr-attendance/contracts/events';
import { makeEvent } from '@qr-attendance/messaging';
import { createBatcher, temporarilyUnavailable } from '@qr-attendance/server';
import type { Pool } from 'pg';
import type { MarkContext } from '../risk/mark-context.ts';
import { attendanceMarkedOf, type Mark } from './rules/mark.ts';
import type { Selfie } from './take-selfie.ts';
import { WRITE_MARKS, type WriteOutcome } from './write-marks-statement.ts';

/** A mark with what is kept along with it. */
export interface NewMark extends Mark {
  /** How it came about: the first line of its history, with who did it (null: the system itself) and why. */
  action: AuditAction;
  actorId: string | null;
  reason?: string;
  /** Thumbprint of the key that signed it. */
  deviceKey?: string | undefined;
  distanceBand?: string | undefined;
  /** Equal for equal coordinates within a session. */
  positionHash?: Buffer | undefined;
  flags?: FlagReason[];
  /** Of one that its student made. */
  context?: MarkContext;
  selfie?: Omit<Selfie, 'flags'> | undefined;
  /** The passkey challenge that was answered: used up by the mark, which is not written when it is no longer there. */
  challenge?: string | undefined;
  /** Hash of the passkey that answered. */
  passkey?: string | undefined;
  /** The right PIN was given: counting begins again. */
  checksPin?: boolean;
}

const hashOf = (picture: Buffer): string => createHash('sha256').update(picture).digest('hex');

/** A mark as a row to be written, with its event, which belongs to the request that makes it. */
const toRow = (mark: NewMark) => {
  const { id: eventId, payload, trace } = makeEvent(attendanceMarked, mark.id, attendanceMarkedOf(mark));
  const given = {
    id: mark.id,
    session_id: mark.sessionId,
    course_id: mark.courseId,
    teacher_id: mark.teacherId,
    student_id: mark.studentId,
    session_date: mark.sessionDate,
    status: mark.status,
    marked_at: mark.markedAt,
    device_id: mark.deviceId,
    device_key: mark.deviceKey,
    distance_band: mark.distanceBand,
    selfie_hash: mark.selfie && hashOf(mark.selfie.jpeg),
    selfie_looks: mark.selfie?.looks,
    selfie_prompt: mark.selfie?.second?.prompt,
    second_looks: mark.selfie?.second?.looks,
    flags: mark.flags ?? [],
    device_kind: mark.context?.deviceKind,
    on_campus: mark.context?.onCampus,
    signed: mark.context?.signed,
    browser: mark.context?.browser,
    live_late_ms: mark.context?.liveLateMs,
    challenge: mark.challenge,
    passkey: mark.passkey,
    checks_pin: mark.checksPin ?? false,
    action: mark.action,
    actor_id: mark.actorId,
    reason: mark.reason,
    event_id: eventId,
    payload,
    trace,
  };
  return {
    id: mark.id,
    given,
    selfie: mark.selfie?.jpeg ?? null,
    secondSelfie: mark.selfie?.second?.jpeg ?? null,
    positionHash: mark.positionHash ?? null,
  };
};
type NewMarkRow = ReturnType<typeof toRow>;

/** Overtaken that often, something else is wrong. */
const TRIES = 3;

const makeSend = (pool: Pool) => {
  const write = async (marks: readonly NewMarkRow[]) => {
    const values = [
      JSON.stringify(marks.map(({ given }) => given)),
      marks.map(({ id }) => id),
      marks.map(({ selfie }) => selfie),
      marks.map(({ positionHash }) => positionHash),
      marks.map(({ secondSelfie }) => secondSelfie),
    ];
    const { rows } = await pool.query<{ id: string; outcome: WriteOutcome | 'overtaken' }>({
      name: 'write-marks',
      text: WRITE_MARKS,
      values,
    });
    return new Map(rows.map(({ id, outcome }) => [id, outcome]));
  };

  return async (marks: readonly NewMarkRow[]): Promise<(WriteOutcome | Error)[]> => {
    const outcomes = await write(marks);
    for (let tries = 1; tries < TRIES; tries++) {
      const overtaken = marks.filter(({ id }) => outcomes.get(id) === 'overtaken');
      if (overtaken.length === 0) break;
      for (const [id, outcome] of await write(overtaken)) outcomes.set(id, outcome);
    }
    return marks.map(({ id }) => {
      const outcome = outcomes.get(id);
      return outcome === undefined || outcome === 'overtaken' ? temporarilyUnavailable() : outcome;
    });
  };
};

/**
 * Writes marks; answers what became of each, in their order.
 * @throws DomainError (try again) where another replica keeps overtaking this one
 */
export const makeWriteMarks = (pool: Pool) => {
  const send = makeSend(pool);
  return async (marks: NewMark[]): Promise<WriteOutcome[]> =>
    (await send(marks.map(toRow))).map((outcome) => {
      if (outcome instanceof Error) throw outcome;
      return outcome;
    });
};

/** Marks that one statement writes at most. */
const GROUP = 64;

/**
 * Writes one mark, together with others that come at the same time: they share a commit, and the rows that all of a course
 * count in. One that may not be written is left out alone.
 */
export const makeWriteMark = (pool: Pool) => {
  const load = createBatcher(makeSend(pool), GROUP);
  return (mark: NewMark): Promise<WriteOutcome> => load(toRow(mark));
};
