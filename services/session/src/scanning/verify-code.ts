import type { VerifiedScan } from '@qr-attendance/contracts';
import { type Caller, DomainError } from '@qr-attendance/server';
import { requireOpen } from '../codes/rotate-codes.ts';
import { isAccepted } from '../codes/rules/code.ts';
import type { Context } from '../context.ts';
import { isActive, type Session } from '../sessions/rules/session.ts';
import { issueTicket, type Issuing } from './issue-ticket.ts';
import { limitWrongCodes } from './wrong-codes.ts';

type Finding = Pick<Context, 'codes' | 'sessions' | 'clock' | 'opensBeforeMinutes'>;

/** No session has it: ids begin with the second in which they were made. */
const NO_SESSION = '0'.repeat(24);

const findIfAccepted = async (
  { codes, sessions, clock }: Pick<Finding, 'codes' | 'sessions' | 'clock'>,
  code: string,
): Promise<Session | undefined> => {
  const issued = await codes.find(code);
  // Looked for in any case, or the time that it takes would tell codes that were once issued from others.
  const session = await sessions.findLately(issued?.sessionId ?? NO_SESSION);
  if (!issued || !isAccepted(issued, clock())) return undefined;
  return session && isActive(session, clock()) ? session : undefined;
};

/**
 * Finds the open session that a code stands for.
 * @throws DomainError (not found) whatever is wrong with the code: the answer is the same, and takes as long;
 *   (conflict) for a code that is right and does not open yet
 */
export const findByLiveCode = async (context: Finding, code: string): Promise<Session> => {
  const session = await findIfAccepted(context, code);
  if (session) {
    requireOpen(context, session, context.clock());
    return session;
  }
  throw new DomainError('not_found', 'invalid_code', 'Invalid QR code or session not found');
};

/** Exchanges a scanned code for a ticket: from here on nothing races the rotation of codes. */
export const verifyCode = (
  context: Finding & Issuing & Pick<Context, 'wrongCodes'>,
  caller: Caller,
  code: string,
): Promise<VerifiedScan> =>
  limitWrongCodes(context, caller.id, async () =>
    issueTicket(context, caller, await findByLiveCode(context, code)),
  );
