import type { KeyObject } from 'node:crypto';
import { ticketClaimsSchema, type TicketClaims } from '@qr-attendance/contracts';
import { DomainError, TICKET, verifyToken } from '@qr-attendance/server';

/** Reads a ticket: signed by the session service, still good, and made for this very student. */
export const makeRedeemTicket =
  ({ ticketKeys }: { ticketKeys: Map<string, KeyObject> }) =>
  (ticket: string, studentId: string): TicketClaims => {
    const claims = verifyToken(TICKET, ticketKeys, ticketClaimsSchema, ticket);
    if (!claims)
      throw new DomainError(
        'forbidden',
        'ticket_invalid',
        'Your scan has expired. Please scan the code again.',
      );
    if (claims.sub !== studentId)
      throw new DomainError(
        'forbidden',
        'ticket_not_yours',
        'This scan belongs to someone else. Please scan the code.',
      );
    return claims;
  };
export type RedeemTicket = ReturnType<typeof makeRedeemTicket>;
