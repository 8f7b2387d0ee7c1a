import { randomUUID } from 'node:crypto';
import type { AttendanceRecord, AttendanceSubmission } from '@qr-attendance/contracts';
import { DomainError } from '@qr-attendance/server';
import type { Records } from '../reports/records.ts';
import { passkeyFailed } from './rules/collect-proofs.ts';
import { sessionEnded } from './rules/judge-mark.ts';
import type { MarkOrigin } from './rules/judge-origin.ts';
import { isAttended } from '../analytics/rules/rates.ts';
import type { DecideMark } from './decide-mark.ts';
import type { RedeemTicket } from './read-request.ts';
import type { RefuseMark } from './refuse-mark.ts';
import { tellMarkOutcome, type Marked, type TellMarkOutcome } from './describe-mark-outcome.ts';
import type { WriteMark } from './write-mark.ts';

interface Deps {
  redeemTicket: RedeemTicket;
  decideMark: DecideMark;
  writeMark: WriteMark;
  refuseMark: RefuseMark;
  records: Pick<Records, 'ofStudentInSession'>;
  tellOutcome: TellMarkOutcome;
}

/** Nothing was written though nothing was wrong: something else came first. */
const overtaken = (record: AttendanceRecord | undefined): DomainError => {
  if (!record) return passkeyFailed();
  if (!record.reviewedAt) return sessionEnded();
  return new DomainError(
    'conflict',
    'decided_by_teacher',
    'Your teacher has recorded you in this session already. If that is wrong, say so in your attendance history.',
  );
};

export const makeMarkAttendance = (deps: Deps) => {
  const tryToMark = async (
    studentId: string,
    submission: AttendanceSubmission,
    origin: MarkOrigin,
  ): Promise<Marked> => {
    const { sessionId, courseId, jti: ticketId } = deps.redeemTicket(submission.ticket, studentId);
    const verdict = await deps.decideMark({ sessionId, courseId, studentId }, submission, origin);
    const mark = { markId: randomUUID(), studentId, ticketId, deviceKey: origin.device?.thumbprint };
    const written = verdict.accepted ? await deps.writeMark(mark, verdict) : verdict.refusal;
    if (written && !(written instanceof DomainError)) return { record: written, isNew: true };
    // A phone on poor Wi-Fi repeats itself: whoever is marked is told so, whatever has changed since.
    const record = await deps.records.ofStudentInSession(sessionId, studentId);
    if (record && isAttended(record.status)) return { record, isNew: false };
    throw written ? await deps.refuseMark(studentId, verdict, written) : overtaken(record);
  };
  return tellMarkOutcome(deps.tellOutcome, tryToMark);
};
export type MarkAttendance = ReturnType<typeof makeMarkAttendance>;
