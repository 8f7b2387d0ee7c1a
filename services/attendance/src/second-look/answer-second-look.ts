import type { AttendanceRecord, AttendanceSubmission } from '@qr-attendance/contracts';
import { DomainError } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { redeemMark } from '../marking/read-request.ts';
import { sessionCanceled } from '../marking/rules/judge-mark.ts';
import { judgeNetwork, type MarkOrigin } from '../marking/rules/judge-origin.ts';
import type { Ticket } from '../marking/rules/judge-ticket.ts';
import { followSession } from '../sessions/follow-session.ts';

type Answering = Pick<
  Context,
  | 'secondLooks'
  | 'markFlags'
  | 'records'
  | 'sessionMarks'
  | 'sessions'
  | 'projections'
  | 'absences'
  | 'campusTimeZone'
  | 'writeMarks'
  | 'wakeRelay'
>;

const answerOf = (ticket: Ticket, studentId: string, origin: MarkOrigin, secondLookAt: number) => ({
  sessionId: ticket.sessionId,
  studentId,
  at: new Date(secondLookAt * 1000),
  deviceKey: origin.device?.thumbprint,
});

/** Somebody found missing before the answer arrived may have been counted as late for that. */
const settle = async (
  context: Answering,
  sessionId: string,
  written: { wasMissed: boolean },
): Promise<void> => {
  if (written.wasMissed) await followSession(context, sessionId, true);
};

/**
 * Answers for a student who scanned as the class was asked once more. The key that marked is proof enough.
 * @throws DomainError (conflict) `second_look_needs_proofs` where it is another one, or there is no mark yet
 */
export const answerSecondLook = async (
  context: Answering & Pick<Context, 'ticketKeys' | 'clock'>,
  studentId: string,
  submission: Pick<AttendanceSubmission, 'ticket' | 'madeAt'>,
  origin: MarkOrigin,
): Promise<AttendanceRecord> => {
  const { ticket } = redeemMark(context, studentId, submission, origin);
  const { sessionId, secondLookAt } = ticket;
  if (secondLookAt === undefined)
    throw new DomainError(
      'conflict',
      'no_second_look',
      'Your class was not asked again when you scanned this code.',
    );
  const session = await context.sessions.find(sessionId);
  if (session?.canceledAt) throw sessionCanceled();
  const wrongNetwork = judgeNetwork(session?.policy.networks ?? [], origin.address);
  if (wrongNetwork) throw wrongNetwork;
  // Whose scan nobody signed may have got it from somebody else.
  const isBound = ticket.cnf !== undefined && origin.device !== undefined;
  const written = isBound
    ? await context.secondLooks.answerByKeyOfMark(answerOf(ticket, studentId, origin, secondLookAt))
    : undefined;
  if (written) await settle(context, sessionId, written);
  const record = written && (await context.records.ofStudentInSession(sessionId, studentId));
  if (record) return record;
  throw new DomainError('conflict', 'second_look_needs_proofs', 'Confirm that it is you to answer.');
};

/**
 * Notes that a mark whose proofs were found right answers the second look as well, where its scan did.
 * @returns false where its key served somebody else in this session, which flags both
 */
export const noteAnswer = async (
  context: Answering,
  studentId: string,
  ticket: Ticket,
  origin: MarkOrigin,
): Promise<boolean> => {
  const { sessionId, secondLookAt } = ticket;
  if (secondLookAt === undefined) return true;
  const given = answerOf(ticket, studentId, origin, secondLookAt);
  const written = await context.secondLooks.answer(given);
  if (written) await settle(context, sessionId, written);
  else if (given.deviceKey) await context.markFlags.flagSharedDevice(sessionId, studentId, given.deviceKey);
  return written !== undefined;
};
