import { createHash } from 'node:crypto';
import type { AttendanceRecord } from '@qr-attendance/contracts';
import { DomainError } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { verifyPasskey } from './check-passkey.ts';
import type { Accepted } from './rules/judge-mark.ts';
import type { MarkContext } from '../risk/mark-context.ts';
import { recordOf } from './rules/mark.ts';
import { readWholeSelfie } from './take-selfie.ts';
import type { NewMark } from './write-marks.ts';

type Needs = Pick<
  Context,
  | 'challenges'
  | 'passkeys'
  | 'publicOrigins'
  | 'log'
  | 'writeNewMark'
  | 'markFlags'
  | 'wakeRelay'
  | 'clock'
  | 'selfies'
  | 'peppers'
>;

/** A mark about to be written. */
interface MarkToWrite {
  markId: string;
  studentId: string;
  /** Of the scan that led to it. */
  ticketId: string;
  /** Thumbprint of the key that signed it. */
  deviceKey: string | undefined;
  context: MarkContext;
}

/** Told where a device has served another student of the session. */
export const deviceAlreadyUsed = (): DomainError =>
  new DomainError(
    'conflict',
    'device_already_used',
    'This device was already used by another student in this session.',
  );

const selfieReused = () =>
  new DomainError('conflict', 'selfie_reused', 'This selfie was already used. Take a new one.');

const write = async (
  context: Needs,
  { markId, studentId, ticketId, deviceKey, context: markContext }: MarkToWrite,
  { session, course, person, passkey, selfieImage, selfieAfterPrompt, place, ...accepted }: Accepted,
): Promise<AttendanceRecord | DomainError | undefined> => {
  const ids = { sessionId: session.id, studentId };
  const selfie =
    selfieImage === undefined
      ? undefined
      : await readWholeSelfie(context, ids, { selfieImage, selfieAfterPrompt });
  // The passkey comes last: nothing else may use its challenge up.
  const purpose = { studentId, sessionId: session.id, ticketId };
  const verified = passkey && (await verifyPasskey(context, purpose, passkey));
  const mark: NewMark = {
    id: markId,
    sessionId: session.id,
    courseId: session.courseId,
    teacherId: session.teacherId,
    studentId,
    sessionDate: session.date,
    status: accepted.status,
    markedAt: accepted.at,
    deviceId: accepted.deviceId ?? null,
    version: 1,
    action: 'marked',
    actorId: studentId,
    deviceKey,
    distanceBand: place?.distanceBand,
    positionHash: place?.positionHash,
    flags: [...accepted.flags, ...(selfie?.flags ?? [])],
    selfie,
    challenge: verified?.challenge,
    passkey: verified && createHash('sha256').update(verified.credentialId).digest('base64url'),
    checksPin: accepted.checksPin,
    context: markContext,
  };
  const outcome = await context.writeNewMark(mark);
  if (outcome === 'selfie_reused') return selfieReused();
  if (outcome === 'device_already_used') {
    if (deviceKey) await context.markFlags.flagSharedDevice(session.id, studentId, deviceKey);
    return deviceAlreadyUsed();
  }
  if (verified && verified.counter > 0)
    await context.passkeys.saveCounter(verified.credentialId, verified.counter);
  if (outcome === 'not_written') return undefined;
  if (!markContext.signed && markContext.browser)
    await context.markFlags.flagSharedBrowser(session.id, markContext.browser);
  context.wakeRelay();
  return recordOf(mark, { session, course, person });
};

/**
 * Writes an accepted mark.
 * @returns the record; or why what came along with it was not taken; or nothing where there is a mark already, or another
 *   answer has used the passkey's challenge up
 */
export const writeMark = async (
  context: Needs,
  mark: MarkToWrite,
  accepted: Accepted,
): Promise<AttendanceRecord | DomainError | undefined> => {
  try {
    return await write(context, mark, accepted);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
};
