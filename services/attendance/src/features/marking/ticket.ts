import { datedTicketClaimsSchema, type AttendanceSubmission } from '@qr-attendance/contracts';
import { type DomainError, forbidden, TICKET, verifyToken } from '@qr-attendance/server';
import type { MarkingDeps } from './marking.ts';
import type { MarkOrigin } from './rules/judge-device.ts';
import {
  flagsOfDelivery,
  judgeBoundKey,
  judgeOwner,
  wasMadeInTime,
  type Ticket,
} from './rules/judge-ticket.ts';

const ticketInvalidError = (): DomainError =>
  forbidden('ticket_invalid', 'Your scan has expired. Please scan the code again.');

const readTicket = ({ ticketKeys }: MarkingDeps, ticket: string, studentId: string): Ticket => {
  const claims = verifyToken(TICKET, ticketKeys, datedTicketClaimsSchema, ticket, { ignoreExpiration: true });
  if (!claims) throw ticketInvalidError();
  const foreign = judgeOwner(claims, studentId);
  if (foreign) throw foreign;
  return claims;
};

const isOver = ({ clock }: MarkingDeps, { exp }: Ticket): boolean => exp * 1000 <= clock().getTime();

export const verifyTicket = (context: MarkingDeps, ticket: string, studentId: string): Ticket => {
  const claims = readTicket(context, ticket, studentId);
  if (isOver(context, claims)) throw ticketInvalidError();
  return claims;
};

export const verifyTicketOfMark = (
  context: MarkingDeps,
  studentId: string,
  submission: Pick<AttendanceSubmission, 'ticket' | 'madeAt'>,
  origin: MarkOrigin,
) => {
  const ticket = readTicket(context, submission.ticket, studentId);
  const otherBrowser = judgeBoundKey(ticket, origin);
  if (otherBrowser) throw otherBrowser;
  const isExpired = isOver(context, ticket);
  const madeAt = wasMadeInTime(ticket, submission.madeAt, context.clock());
  if (isExpired && !madeAt) throw ticketInvalidError();
  return { ticket, isExpired, madeAt, flags: flagsOfDelivery(ticket, origin) };
};
