import { randomUUID } from 'node:crypto';
import type { AttendanceSubmission } from '@qr-attendance/contracts';
import { Refused, type OutboxRelay } from '@qr-attendance/service-kit';
import type { Passkeys } from '../data/passkeys.ts';
import type { PinAttemptsStore } from '../data/pin-attempts.ts';
import type { Records } from '../data/records.ts';
import { DeviceAlreadyUsed, type WriteMarks } from '../data/write-marks.ts';
import { passkeyFailed } from '../domain/collect-proofs.ts';
import { pinLocked, type Accepted } from '../domain/judge-mark.ts';
import { PIN_TRIES } from '../domain/pin-lock.ts';
import { isAttended } from '../domain/rates.ts';
import type { MarkIds } from './ask-owner.ts';
import type { DecideMark } from './decide-mark.ts';
import type { ReadSelfie } from './read-selfie.ts';
import type { RedeemTicket } from './redeem-ticket.ts';
import { tellMarkOutcome, type Marked, type TellMarkOutcome } from './tell-mark-outcome.ts';
import type { VerifyPasskey } from './verify-passkey.ts';

interface Deps {
  redeemTicket: RedeemTicket;
  decideMark: DecideMark;
  readSelfie: ReadSelfie;
  verifyPasskey: VerifyPasskey;
  passkeys: Pick<Passkeys, 'saveCounter'>;
  pinAttempts: PinAttemptsStore;
  writeMarks: WriteMarks;
  records: Records;
  relay: OutboxRelay;
  tellOutcome: TellMarkOutcome;
}

export const makeMarkAttendance = (deps: Deps) => {
  const refuseWrongPin = async (studentId: string, refusal: Refused): Promise<never> => {
    const { failures, lockedUntil } = await deps.pinAttempts.countFailure(studentId);
    if (lockedUntil) throw pinLocked();
    const triesLeft = PIN_TRIES - failures;
    throw new Refused(
      refusal.kind,
      refusal.code,
      `${refusal.message} ${triesLeft} ${triesLeft === 1 ? 'try' : 'tries'} left.`,
      { triesLeft },
    );
  };

  const write = async (
    markId: string,
    ids: MarkIds,
    { session, status, selfieImage, passkey }: Accepted,
    deviceId: string | undefined,
  ): Promise<void> => {
    const selfie = selfieImage === undefined ? undefined : await deps.readSelfie(selfieImage);
    // The passkey comes last: nothing else may use its challenge up.
    const verified = passkey && (await deps.verifyPasskey(ids, passkey));
    await deps.writeMarks([
      {
        id: markId,
        sessionId: session.id,
        courseId: session.courseId,
        teacherId: session.teacherId,
        studentId: ids.studentId,
        sessionDate: session.date,
        status,
        markedAt: new Date(),
        deviceId: deviceId ?? null,
        version: 1,
        selfie,
        challenge: verified?.challenge,
      },
    ]);
    if (verified && verified.counter > 0)
      await deps.passkeys.saveCounter(verified.credentialId, verified.counter);
    deps.relay.wake();
  };

  /** Writes the mark, or tells why what came along with it was not taken. */
  const tryToWrite = async (...args: Parameters<typeof write>): Promise<Refused | undefined> => {
    try {
      await write(...args);
      return undefined;
    } catch (error) {
      if (error instanceof Refused) return error;
      if (!(error instanceof DeviceAlreadyUsed)) throw error;
      return new Refused(
        'conflict',
        'device_already_used',
        'This device was already used by another student in this session.',
      );
    }
  };

  const tryToMark = async (studentId: string, submission: AttendanceSubmission): Promise<Marked> => {
    const { sessionId, courseId } = deps.redeemTicket(submission.ticket, studentId);
    const ids = { sessionId, courseId, studentId };
    const { context, verdict } = await deps.decideMark(ids, submission);
    const markId = randomUUID();
    const refusal = verdict.accepted
      ? await tryToWrite(markId, ids, verdict, submission.deviceId)
      : verdict.refusal;
    if (verdict.accepted && context.pinAttempts) await deps.pinAttempts.clear(studentId);
    // A phone on poor Wi-Fi repeats itself: whoever is marked is told so, whatever has changed since.
    const record = await deps.records.ofStudentInSession(sessionId, studentId);
    if (record && isAttended(record.status)) return { record, isNew: record._id === markId };
    // Nothing was written: the end of the session came first, or another answer used the challenge up.
    if (!refusal)
      throw record ? new Refused('forbidden', 'session_ended', 'This session has ended.') : passkeyFailed();
    if (!verdict.accepted && verdict.wrongPin) return refuseWrongPin(studentId, refusal);
    throw refusal;
  };
  return tellMarkOutcome(deps.tellOutcome, tryToMark);
};
export type MarkAttendance = ReturnType<typeof makeMarkAttendance>;
