import type { KeyObject } from 'node:crypto';
import { datedTicketClaimsSchema, proofNameSchema } from '@qr-attendance/contracts';
import { DomainError, TICKET, verifyToken } from '@qr-attendance/server';
import type { Logger } from '@qr-attendance/observability';
import type { RefusedTries } from './refused-tries.ts';

export interface RecordingRefusals {
  ticketKeys: Map<string, KeyObject>;
  refusedTries: RefusedTries;
  clock: () => Date;
  log: Logger;
}

/** Whose own scan ran out so long ago at most is still told by name: the page was open, and the code was seen. */
const LATELY_MINUTES = 15;
/** Nothing that the student did, or could do something about. */
const NO_FAULT = new Set(['try_again', 'decided_by_teacher']);

/**
 * Remembers a refused try for the session's teacher: by name for who holds a ticket of one's own, as one more of a
 * capped count for who holds somebody else's. What was never a ticket leads to no session, and is not remembered at all.
 */
export const recordRefusal = async (
  { ticketKeys, refusedTries, clock, log }: RecordingRefusals,
  studentId: string,
  ticket: string,
  { code, details }: Pick<DomainError, 'code'> & Partial<Pick<DomainError, 'details'>>,
): Promise<void> => {
  if (NO_FAULT.has(code)) return;
  const claims = verifyToken(TICKET, ticketKeys, datedTicketClaimsSchema, ticket, { ignoreExpiration: true });
  if (!claims) return;
  const { sessionId, sub, iat } = claims;
  const ageMinutes = (clock().getTime() / 1_000 - iat) / 60;
  if (ageMinutes > LATELY_MINUTES) return;
  try {
    const proof = proofNameSchema.safeParse(details?.['proof']).data;
    if (sub === studentId) await refusedTries.note(sessionId, studentId, code, proof);
    else await refusedTries.countOther(sessionId);
  } catch (error) {
    log.warn({ err: error, sessionId }, 'rejected attempt not recorded');
  }
};

/** Does what a student asks for with a ticket, and remembers it where it is refused. */
export const recordingRefusals = async <Result>(
  context: RecordingRefusals,
  studentId: string,
  ticket: string,
  act: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await act();
  } catch (error) {
    if (error instanceof DomainError) await recordRefusal(context, studentId, ticket, error);
    throw error;
  }
};
