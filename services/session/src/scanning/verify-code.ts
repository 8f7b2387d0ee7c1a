import type { VerifiedScan } from '@qr-attendance/contracts';
import { type Caller, DomainError } from '@qr-attendance/server';
import type { Codes } from '../codes/codes.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { isAccepted } from '../codes/rules/code.ts';
import { isActive, type Session } from '../sessions/rules/session.ts';
import type { IssueTicket } from './issue-ticket.ts';
import type { LimitWrongCodes } from './limit-wrong-codes.ts';

interface Finders {
  codes: Codes;
  sessions: Sessions;
  clock: () => Date;
}
/** No session has it: ids begin with the second in which they were made. */
const NO_SESSION = '0'.repeat(24);

/**
 * Finds the running session that a code stands for.
 * @throws DomainError (not found) whatever is wrong with the code: the answer is the same, and takes as long
 */
export const makeFindByLiveCode = ({ codes, sessions, clock }: Finders) => {
  const find = async (code: string): Promise<Session | undefined> => {
    const issued = await codes.find(code);
    // Looked for in any case, or the time that it takes would tell codes that were once issued from others.
    const session = await sessions.findLately(issued?.sessionId ?? NO_SESSION);
    if (!issued || !isAccepted(issued, clock())) return undefined;
    return session && isActive(session, clock()) ? session : undefined;
  };
  return async (code: string): Promise<Session> => {
    const session = await find(code);
    if (session) return session;
    throw new DomainError('not_found', 'invalid_code', 'Invalid QR code or session not found');
  };
};
export type FindByLiveCode = ReturnType<typeof makeFindByLiveCode>;

interface Deps {
  findByLiveCode: FindByLiveCode;
  issueTicket: IssueTicket;
  limitWrongCodes: LimitWrongCodes;
}

/** Exchanges a scanned code for a ticket: from here on nothing races the rotation of codes. */
export const makeVerifyCode =
  ({ findByLiveCode, issueTicket, limitWrongCodes }: Deps) =>
  (caller: Caller, code: string): Promise<VerifiedScan> =>
    limitWrongCodes(caller.id, async () => issueTicket(caller, await findByLiveCode(code)));
