import { LATE_DELIVERY_MINUTES, type FlagReason, type TicketClaims } from '@qr-attendance/contracts';
import { DomainError } from '@qr-attendance/server';
import type { MarkOrigin } from './judge-origin.ts';

/** What a ticket says, with when it was issued and when it expires, in seconds since 1970. */
export interface Ticket extends TicketClaims {
  iat: number;
  exp: number;
}

/** For a ticket that is not ours, or has expired. */
export const ticketInvalid = (): DomainError =>
  new DomainError('forbidden', 'ticket_invalid', 'Your scan has expired. Please scan the code again.');

/** Refuses a mark that another browser signed than the one that scanned, or none. */
export const judgeBoundKey = (
  { cnf }: Pick<Ticket, 'cnf'>,
  { device }: Pick<MarkOrigin, 'device'>,
): DomainError | undefined =>
  cnf === undefined || device?.thumbprint === cnf.jkt
    ? undefined
    : new DomainError(
        'forbidden',
        'ticket_other_browser',
        'This code was scanned by another browser. Please scan the code with this one.',
      );

/**
 * When a mark was made whose ticket has expired meanwhile: as its bound key has signed, in the ticket's life. Undefined
 * where it was made later, or arrives too late. The phone's clock counts by what it showed at the scan.
 */
export const madeInTime = (
  { iat, exp, cnf, clockBehindMs = 0 }: Ticket,
  madeAt: string | undefined,
  now: Date,
): Date | undefined => {
  const end = exp * 1000;
  if (!cnf || madeAt === undefined || now.getTime() >= end + LATE_DELIVERY_MINUTES * 60_000) return undefined;
  const made = Date.parse(madeAt) + clockBehindMs;
  return made < end ? new Date(Math.max(made, iat * 1000)) : undefined;
};

/** What of a mark's way here the teacher should know. */
export const flagsOfDelivery = (
  { unsigned, words }: Pick<Ticket, 'unsigned' | 'words'>,
  { device }: Pick<MarkOrigin, 'device'>,
  isLate: boolean,
): FlagReason[] => [
  ...(unsigned || !device ? (['unsigned'] as const) : []),
  ...(words ? (['words_entered'] as const) : []),
  ...(isLate ? (['delivered_late'] as const) : []),
];
