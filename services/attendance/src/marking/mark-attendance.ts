import { randomUUID } from 'node:crypto';
import type { AttendanceRecord, AttendanceSubmission, FlagReason } from '@qr-attendance/contracts';
import type { Metrics } from '@qr-attendance/observability';
import { DomainError } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { recordAbsences } from '../absences/absences.ts';
import { askOwner } from '../projections/ask-owner.ts';
import { redeemMark } from './read-request.ts';
import { refuseMark } from './refuse-mark.ts';
import { passkeyFailed, type PinTry } from './rules/judge-proofs.ts';
import {
  judgeMark,
  sessionCanceled,
  sessionEnded,
  type Projection,
  type Verdict,
} from './rules/judge-mark.ts';
import type { MarkOrigin } from './rules/judge-origin.ts';
import type { Ticket } from './rules/judge-ticket.ts';
import type { MarkIds } from './rules/mark.ts';
import { contextOf } from '../risk/mark-context.ts';
import { noteAnswer } from '../second-look/answer-second-look.ts';
import { deviceAlreadyUsed, writeMark } from './write-mark.ts';

/** How a try to mark ended: written now, told once more, refused for a reason, or broken off. */
type MarkOutcome = { result: 'recorded' | 'repeated' | 'failed' } | { result: 'refused'; code: string };
type CountOutcome = (outcome: MarkOutcome) => void;

/** Counts tries to mark by how they ended. */
export const makeCountOutcome = (metrics: Metrics): CountOutcome => {
  const count = metrics.counter({
    name: 'attendance_marks_total',
    help: 'Tries to mark, by how they ended; a refused one with the code of its refusal.',
    labels: ['result', 'code'],
  });
  for (const result of ['recorded', 'repeated', 'failed']) count({ result, code: '' }, 0);
  return (outcome) =>
    count({ result: outcome.result, code: outcome.result === 'refused' ? outcome.code : '' });
};

/** A refusal never rests on a projection alone: its owner is asked once before it is final. */
const decideMark = async (
  context: Pick<Context, 'loadMarkFacts' | 'pinAttempts' | 'peppers' | 'owners' | 'projections' | 'clock'>,
  ids: MarkIds,
  submission: AttendanceSubmission,
  { madeAt, ...origin }: MarkOrigin & { madeAt: Date | undefined; flags: FlagReason[] },
): Promise<{ verdict: Verdict; asked: ReadonlySet<Projection> }> => {
  const asked = new Set<Projection>();
  let pinTry: PinTry | undefined;
  for (;;) {
    const facts = await context.loadMarkFacts(ids);
    const judge = () =>
      judgeMark(facts, submission, {
        ...origin,
        pinTry,
        peppers: context.peppers,
        now: madeAt ?? context.clock(),
      });
    let verdict = judge();
    if (!verdict.accepted && verdict.needsPinTry) {
      pinTry = await context.pinAttempts.reserve(ids.studentId);
      verdict = judge();
    }
    if (verdict.accepted || !verdict.restsOn || asked.has(verdict.restsOn)) return { verdict, asked };
    asked.add(verdict.restsOn);
    await askOwner(context, verdict.restsOn, ids);
  }
};

/** Nothing was written though nothing was wrong: something else came first. */
const overtaken = (record: AttendanceRecord | undefined): DomainError => {
  if (!record) return passkeyFailed();
  if (record.session.canceled) return sessionCanceled();
  if (!record.reviewedAt) return sessionEnded();
  return new DomainError(
    'conflict',
    'decided_by_teacher',
    'Your teacher has already recorded you in this session. If that is wrong, report a problem in your attendance history.',
  );
};

/**
 * A mark that was made in time may arrive after its session's end, when the student was written down as absent; and a session
 * may turn out not to have ended after all.
 */
const withdrawAbsence = async (
  { rosterMarks, records }: Pick<Context, 'rosterMarks' | 'records'>,
  sessionId: string,
  studentId: string,
): Promise<void> => {
  const [mark] = await rosterMarks.ofStudents(sessionId, [studentId]);
  const record = mark && (await records.ofStudentInSession(sessionId, studentId));
  if (mark && record?.status === 'ABSENT' && !record.reviewedAt) await rosterMarks.withdraw(mark, studentId);
};

/** A record as it is once its scan has answered the second look. */
const withSecondLook = async (
  { records }: Pick<Context, 'records'>,
  { secondLookAt, sessionId }: Ticket,
  record: AttendanceRecord,
): Promise<AttendanceRecord> =>
  secondLookAt === undefined
    ? record
    : ((await records.ofStudentInSession(sessionId, record.student._id)) ?? record);

/** @returns the record, and whether this try has written it */
const tryToMark = async (
  context: Context,
  studentId: string,
  submission: AttendanceSubmission,
  origin: MarkOrigin,
): Promise<{ record: AttendanceRecord; isNew: boolean }> => {
  const { ticket, ...delivery } = redeemMark(context, studentId, submission, origin);
  const { sessionId, courseId, jti: ticketId } = ticket;
  const circumstances = { ...origin, ...delivery };
  const ids = { sessionId, courseId, studentId };
  const { verdict, asked } = await decideMark(context, ids, submission, circumstances);
  if (verdict.accepted && (delivery.madeAt || asked.has('session')))
    await withdrawAbsence(context, sessionId, studentId);
  const mark = {
    markId: randomUUID(),
    studentId,
    ticketId,
    deviceKey: origin.device?.thumbprint,
    context: contextOf(context, sessionId, submission, origin, ticket),
  };
  const written = verdict.accepted ? await writeMark(context, mark, verdict) : verdict.refusal;
  if (written && !(written instanceof DomainError)) {
    await noteAnswer(context, studentId, ticket, origin);
    if (verdict.accepted) context.renewVerifier(studentId, verdict.oldVerifier, submission.pin);
    return { record: await withSecondLook(context, ticket, written), isNew: true };
  }
  if (delivery.madeAt) await recordAbsences(context, sessionId);
  // A phone on poor Wi-Fi repeats itself: whoever is marked is told so, whatever has changed since.
  const record = await context.records.ofStudentInSession(sessionId, studentId);
  const counts = record?.session.canceled !== true;
  if (counts && (record?.status === 'PRESENT' || record?.status === 'LATE')) {
    // Only what was proved answers for a mark that is there.
    const answers = !verdict.accepted || written || (await noteAnswer(context, studentId, ticket, origin));
    if (!answers) throw deviceAlreadyUsed();
    return { record: await withSecondLook(context, ticket, record), isNew: false };
  }
  throw written ? await refuseMark(context, studentId, verdict, written) : overtaken(record);
};

/** Marks a student who scanned the code, and counts how the try ended. A repeat is answered with the mark that is there. */
export const markAttendance = async (
  context: Context,
  studentId: string,
  submission: AttendanceSubmission,
  origin: MarkOrigin,
): Promise<AttendanceRecord> => {
  const { countOutcome, exportPace } = context;
  try {
    const { record, isNew } = await tryToMark(context, studentId, submission, origin);
    // Not what is refused or repeated: one client could keep exports slow with it.
    if (isNew) exportPace.noteMark();
    countOutcome({ result: isNew ? 'recorded' : 'repeated' });
    return record;
  } catch (error) {
    countOutcome(
      error instanceof DomainError ? { result: 'refused', code: error.code } : { result: 'failed' },
    );
    throw error;
  }
};
