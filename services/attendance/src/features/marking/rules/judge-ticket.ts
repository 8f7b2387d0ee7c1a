import { type FlagReason, LATE_DELIVERY_MINUTES, type TicketClaims } from '@qr-attendance/contracts';
import { type DomainError, forbidden } from '@qr-attendance/server';
import type { MarkOrigin } from './judge-device.ts';

export interface Ticket extends TicketClaims {
  iat: number;
  exp: number;
}

export const judgeOwner = ({ sub }: Pick<Ticket, 'sub'>, studentId: string): DomainError | undefined =>
  sub === studentId
    ? undefined
    : forbidden('ticket_not_yours', 'This scan belongs to someone else. Please scan the code.');

export const judgeBoundKey = (
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
 * When a mark was made, if its bound key signed it within the ticket's lifetime. Undefined if it was made
 * later, or arrives too late. Corrects the phone's clock by its offset at the scan.
 */
export const wasMadeInTime = (
  { iat, exp, cnf, clockBehindMs = 0 }: Ticket,
  madeAt: string | undefined,
  now: Date,
): Date | undefined => {
  const end = exp * 1000;
  if (!cnf || madeAt === undefined || now.getTime() >= end + LATE_DELIVERY_MINUTES * 60_000) return undefined;
  const made = Date.parse(madeAt) + clockBehindMs;
  return made < Math.min(end, now.getTime()) ? new Date(Math.max(made, iat * 1000)) : undefined;
};

export const flagsOfDelivery = (
  { unsigned, words }: Pick<Ticket, 'unsigned' | 'words'>,
  { device }: Pick<MarkOrigin, 'device'>,
): FlagReason[] => [
  ...(unsigned || !device ? (['unsigned'] as const) : []),
  ...(words ? (['words_entered'] as const) : []),
];
