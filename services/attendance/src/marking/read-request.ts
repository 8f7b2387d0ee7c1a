import type { KeyObject } from 'node:crypto';
import {
  datedTicketClaimsSchema,
  type AttendanceSubmission,
  type DeviceKey,
  type FlagReason,
} from '@qr-attendance/contracts';
import {
  clientAddressOf,
  DomainError,
  isSignedByDevice,
  thumbprintOf,
  TICKET,
  verifyToken,
} from '@qr-attendance/server';
import type { Request } from 'express';
import { deviceKindOf } from './scan-context.ts';
import { signatureMissing, type MarkOrigin } from './rules/judge-origin.ts';
import {
  flagsOfDelivery,
  judgeBoundKey,
  madeInTime,
  ticketInvalid,
  type Ticket,
} from './rules/judge-ticket.ts';

/**
 * Where a mark comes from. A body that names a key must be signed by it.
 * @throws DomainError (forbidden) when it is not
 */
export const readOrigin = (request: Request, key: DeviceKey | undefined): MarkOrigin => {
  const address = clientAddressOf(request);
  const deviceKind = deviceKindOf(request.headers['user-agent']);
  if (!key) return { address, deviceKind, device: undefined };
  if (!isSignedByDevice(request, key)) throw signatureMissing();
  return { address, deviceKind, device: { key, thumbprint: thumbprintOf(key) } };
};

/** What reading a ticket needs. */
export interface TicketReading {
  ticketKeys: Map<string, KeyObject>;
  clock: () => Date;
}

const readTicket = ({ ticketKeys }: TicketReading, ticket: string, studentId: string): Ticket => {
  const claims = verifyToken(TICKET, ticketKeys, datedTicketClaimsSchema, ticket, { ignoreExpiration: true });
  if (!claims) throw ticketInvalid();
  if (claims.sub !== studentId)
    throw new DomainError(
      'forbidden',
      'ticket_not_yours',
      'This scan belongs to someone else. Please scan the code.',
    );
  return claims;
};

const isOver = ({ clock }: TicketReading, { exp }: Ticket): boolean => exp * 1000 <= clock().getTime();

/** Reads a ticket: signed by the session service, still good, and made for this very student. */
export const redeemTicket = (context: TicketReading, ticket: string, studentId: string): Ticket => {
  const claims = readTicket(context, ticket, studentId);
  if (isOver(context, claims)) throw ticketInvalid();
  return claims;
};

/** A ticket with the mark that it is sent with. */
interface RedeemedMark {
  ticket: Ticket;
  /** Only of one that was made in time and arrives later. */
  madeAt: Date | undefined;
  flags: FlagReason[];
}

/** The same for a mark: signed by the browser that scanned, and made in time, though it may arrive later. */
export const redeemMark = (
  context: TicketReading,
  studentId: string,
  submission: Pick<AttendanceSubmission, 'ticket' | 'madeAt'>,
  origin: MarkOrigin,
): RedeemedMark => {
  const ticket = readTicket(context, submission.ticket, studentId);
  const otherBrowser = judgeBoundKey(ticket, origin);
  if (otherBrowser) throw otherBrowser;
  const isLate = isOver(context, ticket);
  const madeAt = isLate ? madeInTime(ticket, submission.madeAt, context.clock()) : undefined;
  if (isLate && !madeAt) throw ticketInvalid();
  return { ticket, madeAt, flags: flagsOfDelivery(ticket, origin, isLate) };
};
