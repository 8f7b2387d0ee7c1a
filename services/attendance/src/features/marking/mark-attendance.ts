import type { AttendanceRecord, AttendanceStatus, AttendanceSubmission } from '@qr-attendance/contracts';
import type { Metrics } from '@qr-attendance/observability';
import { conflict, DomainError } from '@qr-attendance/server';
import { recordIdOf } from '../../core/records/record-id.ts';
import {
  isLateDelivery,
  sessionCanceledError,
  sessionEndedError,
} from '../../core/scans/rules/judge-time.ts';
import type { Projection } from '../../projections/rules/known-session.ts';
import { limitLocationAttempts } from './location-attempts.ts';
import type { MarkingDeps } from './marking.ts';
import { verifyTicketOfMark } from './ticket.ts';
import { type AcceptedMark, judgeMark, type Verdict } from './rules/judge-mark.ts';
import type { MarkOrigin } from './rules/judge-device.ts';
import { passkeyFailedError, pinLockedError, type PinAttempt } from './rules/judge-proofs.ts';
import { contextOf } from './scan-context.ts';
import { deviceAlreadyUsedError, writeMark } from './write-mark.ts';

export const createCountOutcome = (metrics: Metrics): MarkingDeps['countOutcome'] => {
  const count = metrics.counter({
    name: 'attendance_marks_total',
    help: 'Attempts to mark by result; rejected ones by their error code.',
    labels: ['result', 'code'],
  });
  for (const result of ['recorded', 'repeated', 'failed']) count({ result, code: '' }, 0);
  return (result, code = '') => count({ result, code });
};

interface MarkRequest {
  studentId: string;
  submission: AttendanceSubmission;
  origin: MarkOrigin;
}
type VerifiedMark = MarkRequest & ReturnType<typeof verifyTicketOfMark>;

/** Judges a mark. Before it rejects a mark because of a projection, it refreshes the projection from its owner once. */
const judge = async (
  context: MarkingDeps,
  { studentId, submission, origin, ticket, isExpired, madeAt, flags }: VerifiedMark,
): Promise<Verdict> => {
  const ids = { sessionId: ticket.sessionId, courseId: ticket.courseId, studentId };
  const refreshed = new Set<Projection>();
  let pinTry: PinAttempt | undefined;
  for (;;) {
    const facts = await context.loadMarkFacts(ids);
    const now = context.clock();
    const isDelayed = isExpired || (madeAt && facts.session && isLateDelivery(facts.session, madeAt, now));
    const circumstances = {
      ...origin,
      peppers: context.peppers,
      now: (isDelayed && madeAt) || now,
      flags: isDelayed ? [...flags, 'delivered_late' as const] : flags,
    };
    let verdict = judgeMark(facts, submission, { ...circumstances, pinTry });
    while ('needsPinTry' in verdict) {
      pinTry = await context.pinAttempts.reserve(studentId);
      verdict = judgeMark(facts, submission, { ...circumstances, pinTry });
    }
    if (verdict.accepted || !verdict.restsOn || refreshed.has(verdict.restsOn)) return verdict;
    refreshed.add(verdict.restsOn);
    const isOfCourse = verdict.restsOn === 'enrollment' || verdict.restsOn === 'course';
    for (const courseId of (isOfCourse && facts.session?.courseIds) || [ids.courseId]) {
      await context.owners.refresh(verdict.restsOn, { ...ids, courseId });
      // The course may have enabled guests a moment ago.
      if (verdict.restsOn === 'enrollment') await context.owners.refresh('course', { ...ids, courseId });
    }
    // The student may have verified the address a moment ago.
    if (verdict.restsOn === 'enrollment' && facts.asGuest?.isProven === false)
      await context.owners.refresh('person', ids);
  }
};

/** The error for a valid mark that was not written because another write came first. */
const overtakenMarkError = (record: AttendanceRecord | undefined): DomainError => {
  if (!record) return passkeyFailedError();
  if (record.session.canceled) return sessionCanceledError();
  if (!record.reviewedAt) return sessionEndedError();
  return conflict(
    'decided_by_teacher',
    'Your teacher has already recorded you in this class. If that is wrong, report a problem in your attendance history.',
  );
};

/**
 * A scan that answered the presence check makes the mark answer the check as well.
 * @returns false if the key served another student in this session, which flags both
 */
const answerCheck = async (
  { attendance }: MarkingDeps,
  { studentId, ticket: { sessionId, presenceCheckAt }, origin }: VerifiedMark,
): Promise<boolean> => {
  if (presenceCheckAt === undefined) return true;
  const deviceKey = origin.device?.thumbprint;
  const key = { sessionId, studentId };
  if (await attendance.answerCheck({ ...key, at: new Date(presenceCheckAt * 1000), deviceKey })) return true;
  if (deviceKey) await attendance.flagSharedDevice(sessionId, studentId, deviceKey);
  return false;
};

const asRefusal = (error: unknown): DomainError => {
  if (error instanceof DomainError) return error;
  throw error;
};

const respond = (
  { session, course, person, at, isGuest }: AcceptedMark,
  { studentId, ticket: { presenceCheckAt } }: VerifiedMark,
  status: AttendanceStatus,
  answered: boolean,
): AttendanceRecord => ({
  _id: recordIdOf({ sessionId: session.id, studentId }),
  student: { _id: studentId, ...person },
  session: {
    _id: session.id,
    course: { _id: course.id, name: course.name, code: course.code },
    date: session.date,
    startTime: session.startTime,
  },
  timestamp: at.toISOString(),
  scannedAt: at.toISOString(),
  status,
  ...(isGuest && { guest: true }),
  ...(presenceCheckAt !== undefined &&
    answered && { presenceCheck: { answeredAt: new Date(presenceCheckAt * 1000).toISOString() } }),
});

const wrongPinError = (refusal: DomainError, { left }: PinAttempt): DomainError =>
  left === 0
    ? pinLockedError()
    : new DomainError(
        refusal.kind,
        refusal.code,
        `${refusal.message} ${left} ${left === 1 ? 'try' : 'tries'} left.`,
        { triesLeft: left },
      );

const refuseMark = async (
  context: MarkingDeps,
  studentId: string,
  verdict: Verdict,
  refusal: DomainError,
): Promise<DomainError> => {
  if (refusal.code === 'outside_radius') await limitLocationAttempts(context, studentId);
  return !verdict.accepted && verdict.wrongPin ? wrongPinError(refusal, verdict.wrongPin) : refusal;
};

const respondUnwritten = async (
  context: MarkingDeps,
  verified: VerifiedMark,
  verdict: Verdict,
  refusal: DomainError | undefined,
): Promise<AttendanceRecord> => {
  const { studentId, ticket } = verified;
  const key = { sessionId: ticket.sessionId, studentId };
  // A correct PIN resets the failed attempts, even if another check failed. Without a refusal, `writeScan`
  // has already reset them.
  const isPinRight = verdict.accepted ? verdict.checksPin : verdict.rightPin;
  if (refusal && isPinRight) await context.pinAttempts.clear(studentId);
  // A phone on poor Wi-Fi repeats its request and gets the record, even if something has changed since.
  const record = await context.attendance.records.findOwn(key);
  const isThere =
    record?.session.canceled !== true && (record?.status === 'PRESENT' || record?.status === 'LATE');
  if (!record || !isThere)
    throw refusal ? await refuseMark(context, studentId, verdict, refusal) : overtakenMarkError(record);
  // Only a proven mark may answer the presence check of an existing record.
  const answers = !verdict.accepted || refusal || (await answerCheck(context, verified));
  if (!answers) throw deviceAlreadyUsedError();
  return ticket.presenceCheckAt === undefined
    ? record
    : ((await context.attendance.records.findOwn(key)) ?? record);
};

const tryToMark = async (
  context: MarkingDeps,
  sent: MarkRequest,
): Promise<{ record: AttendanceRecord; isNew: boolean }> => {
  const { studentId, submission, origin } = sent;
  const verified = { ...sent, ...verifyTicketOfMark(context, studentId, submission, origin) };
  const { ticket } = verified;
  const verdict = await judge(context, verified);
  const mark = {
    studentId,
    ticketId: ticket.jti,
    deviceKey: origin.device?.thumbprint,
    context: contextOf(context, ticket.sessionId, submission, origin, ticket),
  };
  const written = verdict.accepted
    ? await writeMark(context, mark, verdict).catch(asRefusal)
    : verdict.refusal;
  if (!verdict.accepted || !written || written instanceof DomainError) {
    const refusal = written instanceof DomainError ? written : undefined;
    return { record: await respondUnwritten(context, verified, verdict, refusal), isNew: false };
  }
  const answered = await answerCheck(context, verified);
  context.renewVerifier(studentId, verdict.oldVerifier, submission.pin);
  return { record: respond(verdict, verified, written, answered), isNew: true };
};

export const markAttendance = async (
  context: MarkingDeps,
  studentId: string,
  submission: AttendanceSubmission,
  origin: MarkOrigin,
): Promise<AttendanceRecord> => {
  try {
    const { record, isNew } = await tryToMark(context, { studentId, submission, origin });
    // Only new marks slow exports down; otherwise one client could slow them with repeated requests.
    if (isNew) context.noteMark();
    context.countOutcome(isNew ? 'recorded' : 'repeated');
    return record;
  } catch (error) {
    if (error instanceof DomainError) context.countOutcome('refused', error.code);
    else context.countOutcome('failed');
    throw error;
  }
};
