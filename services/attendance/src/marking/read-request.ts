import { ticketClaimsSchema, type DeviceKey, type TicketClaims } from '@qr-attendance/contracts';
import {
  clientAddressOf,
  DomainError,
  isSignedByDevice,
  thumbprintOf,
  TICKET,
  verifyToken,
} from '@qr-attendance/server';
import type { Request } from 'express';
import type { Context } from '../context.ts';
import { signatureMissing, type MarkOrigin } from './rules/judge-origin.ts';

/**
 * Where a mark comes from. A body that names a key must be signed by it.
 * @throws DomainError (forbidden) when it is not
 */
export const readOrigin = (request: Request, key: DeviceKey | undefined): MarkOrigin => {
  const address = clientAddressOf(request);
  if (!key) return { address, device: undefined };
  if (!isSignedByDevice(request, key)) throw signatureMissing();
  return { address, device: { key, thumbprint: thumbprintOf(key) } };
};

/** Reads a ticket: signed by the session service, still good, and made for this very student. */
export const redeemTicket = (
  { ticketKeys }: Pick<Context, 'ticketKeys'>,
  ticket: string,
  studentId: string,
): TicketClaims => {
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
