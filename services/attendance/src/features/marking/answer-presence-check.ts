import type { AttendanceRecord, AttendanceSubmission } from '@qr-attendance/contracts';
import { conflict } from '@qr-attendance/server';
import { sessionCanceledError } from '../../core/scans/rules/judge-time.ts';
import type { MarkingDeps } from './marking.ts';
import { judgeNetwork } from './rules/judge-network.ts';
import { type MarkOrigin } from './rules/judge-device.ts';
import { verifyTicketOfMark } from './ticket.ts';

/**
 * Accepts an answer signed by the key that marked.
 * @throws DomainError (conflict) `presence_check_needs_proofs` for another key, or without a mark
 */
export const answerPresenceCheck = async (
  context: MarkingDeps,
  studentId: string,
  submission: Pick<AttendanceSubmission, 'ticket' | 'madeAt'>,
  origin: MarkOrigin,
): Promise<AttendanceRecord> => {
  const { attendance, lookups } = context;
  const { sessionId, presenceCheckAt, cnf } = verifyTicketOfMark(
    context,
    studentId,
    submission,
    origin,
  ).ticket;
  if (presenceCheckAt === undefined)
    throw conflict('no_presence_check', 'Your class was not asked again when you scanned this code.');
  const session = await lookups.findSession(sessionId);
  if (session?.canceledAt) throw sessionCanceledError();
  const wrongNetwork = judgeNetwork(session?.policy.networks ?? [], origin.address);
  if (wrongNetwork) throw wrongNetwork;
  const key = { sessionId, studentId };
  const [at, deviceKey] = [new Date(presenceCheckAt * 1000), origin.device?.thumbprint];
  // Another person may have sent an unsigned scan.
  const answered = cnf && deviceKey && (await attendance.answerByKeyOfScan({ ...key, at, deviceKey }));
  const record = answered && (await attendance.records.findOwn(key));
  if (record) return record;
  throw conflict('presence_check_needs_proofs', 'Confirm that it is you to answer.');
};
