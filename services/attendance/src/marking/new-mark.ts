import { createHash } from 'node:crypto';
import type { AuditAction, FlagReason } from '@qr-attendance/contracts';
import { attendanceMarked } from '@qr-attendance/contracts/events';
import { makeEvent } from '@qr-attendance/messaging';
import { attendanceMarkedOf, type Mark } from './rules/mark.ts';

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
  /** JPEG. */
  selfie?: Buffer | undefined;
  /** The passkey challenge that was answered: used up by the mark, which is not written when it is no longer there. */
  challenge?: string | undefined;
  /** The right PIN was given: counting begins anew, unless PINs are locked; then the mark is not written. */
  checksPin?: boolean;
}

const hashOf = (picture: Buffer): string => createHash('sha256').update(picture).digest('hex');

/** A mark as a row to be written, with its event, which belongs to the request that makes it. */
export const toRow = (mark: NewMark) => {
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
    selfie_hash: mark.selfie && hashOf(mark.selfie),
    flags: mark.flags ?? [],
    challenge: mark.challenge,
    checks_pin: mark.checksPin ?? false,
    action: mark.action,
    actor_id: mark.actorId,
    reason: mark.reason,
    event_id: eventId,
    payload,
    trace,
  };
  return { id: mark.id, given, selfie: mark.selfie ?? null, positionHash: mark.positionHash ?? null };
};
export type NewMarkRow = ReturnType<typeof toRow>;
