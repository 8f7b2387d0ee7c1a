import type { KeyObject } from 'node:crypto';
import { type Coordinates, datedTicketClaimsSchema, proofNameSchema } from '@qr-attendance/contracts';
import { type DomainError, TICKET, verifyToken } from '@qr-attendance/server';
import type { Logger } from '@qr-attendance/observability';
import type { Pool } from 'pg';
import { countOtherTry, recordTry } from './refused-tries.ts';

interface RecordingRefusals {
  ticketKeys: Map<string, KeyObject>;
  pool: Pool;
  clock: () => Date;
  log: Logger;
}

/** Students are named until this long after their scan expired: they had the page open and saw the code. */
const RECENT_MINUTES = 15;
/** These refusals are not caused by the student. */
const NO_FAULT = new Set(['try_again', 'decided_by_teacher']);

/**
 * Records a refusal for the teacher: by name with one's own ticket, as a capped count with somebody else's. Without a
 * ticket nothing is recorded.
 */
export const recordRefusal = async (
  { ticketKeys, pool, clock, log }: RecordingRefusals,
  studentId: string,
  ticket: string,
  { code, details }: Pick<DomainError, 'code'> & Partial<Pick<DomainError, 'details'>>,
  position?: Coordinates,
): Promise<void> => {
  if (NO_FAULT.has(code)) return;
  const claims = verifyToken(TICKET, ticketKeys, datedTicketClaimsSchema, ticket, { ignoreExpiration: true });
  if (!claims) return;
  const { sessionId, sub, iat } = claims;
  const ageMinutes = (clock().getTime() / 1_000 - iat) / 60;
  if (ageMinutes > RECENT_MINUTES) return;
  try {
    const proof = proofNameSchema.safeParse(details?.['proof']).data;
    const outside = code === 'outside_radius' ? position : undefined;
    if (sub === studentId) await recordTry(pool, { sessionId, studentId }, code, proof, outside);
    else await countOtherTry(pool, sessionId);
  } catch (error) {
    log.warn({ err: error, sessionId }, 'rejected attempt not recorded');
  }
};
