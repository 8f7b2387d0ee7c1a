import { randomUUID } from 'node:crypto';
import type { AttendanceRecord, AttendanceSubmission } from '@qr-attendance/contracts';
import { Refused, type OutboxRelay } from '@qr-attendance/service-kit';
import type { LoadMarkContext } from '../data/mark-context.ts';
import type { PinAttemptsStore } from '../data/pin-attempts.ts';
import type { Records } from '../data/records.ts';
import { DeviceAlreadyUsed, type WriteMarks } from '../data/write-marks.ts';
import {
  judgeMark,
  pinLocked,
  type MarkContext,
  type Projection,
  type Verdict,
} from '../domain/judge-mark.ts';
import { PIN_TRIES } from '../domain/pin-lock.ts';
import { isAttended } from '../domain/rates.ts';
import type { AskOwner, MarkIds } from './ask-owner.ts';
import type { RedeemTicket } from './redeem-ticket.ts';

interface Deps {
  redeemTicket: RedeemTicket;
  loadMarkContext: LoadMarkContext;
  askOwner: AskOwner;
  pinAttempts: PinAttemptsStore;
  writeMarks: WriteMarks;
  records: Records;
  relay: OutboxRelay;
  pepper: string;
}

export const makeMarkAttendance = (deps: Deps) => {
  /** A refusal never rests on a projection alone: its owner is asked once before it is final. */
  const judge = async (
    ids: MarkIds,
    submission: AttendanceSubmission,
  ): Promise<{ context: MarkContext; verdict: Verdict }> => {
    const asked = new Set<Projection>();
    for (;;) {
      const context = await deps.loadMarkContext(ids);
      const verdict = judgeMark(context, submission, { pepper: deps.pepper, now: new Date() });
      if (verdict.accepted || !verdict.restsOn || asked.has(verdict.restsOn)) return { context, verdict };
      asked.add(verdict.restsOn);
      await deps.askOwner(verdict.restsOn, ids);
    }
  };

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
    ids: MarkIds,
    { session, status }: Extract<Verdict, { accepted: true }>,
    deviceId: string | undefined,
  ): Promise<void> => {
    try {
      await deps.writeMarks([
        {
          id: randomUUID(),
          sessionId: session.id,
          courseId: session.courseId,
          teacherId: session.teacherId,
          studentId: ids.studentId,
          sessionDate: session.date,
          status,
          markedAt: new Date(),
          deviceId: deviceId ?? null,
          version: 1,
        },
      ]);
    } catch (error) {
      if (!(error instanceof DeviceAlreadyUsed)) throw error;
      throw new Refused(
        'conflict',
        'device_already_used',
        'This device was already used by another student in this session.',
      );
    }
    deps.relay.wake();
  };

  return async (studentId: string, submission: AttendanceSubmission): Promise<AttendanceRecord> => {
    const { sessionId, courseId } = deps.redeemTicket(submission.ticket, studentId);
    const ids = { sessionId, courseId, studentId };
    const { context, verdict } = await judge(ids, submission);
    if (verdict.accepted) {
      await write(ids, verdict, submission.deviceId);
      if (context.pinAttempts) await deps.pinAttempts.clear(studentId);
    }
    // A phone on poor Wi-Fi repeats itself: whoever is marked is told so, whatever has changed since.
    const record = await deps.records.ofStudentInSession(sessionId, studentId);
    if (record && isAttended(record.status)) return record;
    if (verdict.accepted) throw new Refused('forbidden', 'session_ended', 'This session has ended.');
    if (verdict.wrongPin) return refuseWrongPin(studentId, verdict.refusal);
    throw verdict.refusal;
  };
};
export type MarkAttendance = ReturnType<typeof makeMarkAttendance>;
