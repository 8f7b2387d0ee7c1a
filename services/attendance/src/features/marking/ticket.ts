import {
  datedTicketClaimsSchema,
  LATE_DELIVERY_MINUTES,
  type AttendanceSubmission,
  type FlagReason,
  type TicketClaims,
} from '@qr-attendance/contracts';
import { type DomainError, forbidden, TICKET, verifyToken } from '@qr-attendance/server';
import type { Marking } from './marking.ts';
import type { MarkOrigin } from './rules/judge-origin.ts';

export interface Ticket extends TicketClaims {
  iat: number;
  exp: number;
}

const ticketInvalid = (): DomainError =>
  forbidden('ticket_invalid', 'Your scan has expired. Please scan the code again.');

const judgeBoundKey = (
  { cnf }: Pick<Ticket, 'cnf'>,
  { device }: Pick<MarkOrigin, 'device'>,
): DomainError | undefined =>
  cnf === undefined || device?.thumbprint === cnf.jkt
    ? undefined
    : forbidden(
        'ticket_other_browser',
        'This code was scanned by another browser. Please scan the code with this one.',
      );

/**
 * When a mark was made, as signed by its bound key within the ticket's lifetime. Undefined where it was made later, or
 * arrives too late. The phone's clock is corrected by its offset at the scan.
 */
const madeInTime = (
  { iat, exp, cnf, clockBehindMs = 0 }: Ticket,
  madeAt: string | undefined,
  now: Date,
): Date | undefined => {
  const end = exp * 1000;
  if (!cnf || madeAt === undefined || now.getTime() >= end + LATE_DELIVERY_MINUTES * 60_000) return undefined;
  const made = Date.parse(madeAt) + clockBehindMs;
  return made < Math.min(end, now.getTime()) ? new Date(Math.max(made, iat * 1000)) : undefined;
};

/** Flags raised while the mark was delivered. */
const flagsOfDelivery = (
  { unsigned, words }: Pick<Ticket, 'unsigned' | 'words'>,
  { device }: Pick<MarkOrigin, 'device'>,
): FlagReason[] => [
  ...(unsigned || !device ? (['unsigned'] as const) : []),
  ...(words ? (['words_entered'] as const) : []),
];

const readTicket = ({ ticketKeys }: Marking, ticket: string, studentId: string): Ticket => {
  const claims = verifyToken(TICKET, ticketKeys, datedTicketClaimsSchema, ticket, { ignoreExpiration: true });
  if (!claims) throw ticketInvalid();
  if (claims.sub !== studentId)
    throw forbidden('ticket_not_yours', 'This scan belongs to someone else. Please scan the code.');
  return claims;
};

const isOver = ({ clock }: Marking, { exp }: Ticket): boolean => exp * 1000 <= clock().getTime();

export const redeemTicket = (context: Marking, ticket: string, studentId: string): Ticket => {
  const claims = readTicket(context, ticket, studentId);
  if (isOver(context, claims)) throw ticketInvalid();
  return claims;
};

export const redeemMark = (
  context: Marking,
  studentId: string,
  submission: Pick<AttendanceSubmission, 'ticket' | 'madeAt'>,
  origin: MarkOrigin,
) => {
  const ticket = readTicket(context, submission.ticket, studentId);
  const otherBrowser = judgeBoundKey(ticket, origin);
  if (otherBrowser) throw otherBrowser;
  const isExpired = isOver(context, ticket);
  const madeAt = madeInTime(ticket, submission.madeAt, context.clock());
  if (isExpired && !madeAt) throw ticketInvalid();
  return { ticket, isExpired, madeAt, flags: flagsOfDelivery(ticket, origin) };
};
