import type { DeviceKey, VerifiedScan } from '@qr-attendance/contracts';
import { type Caller, DomainError, thumbprintOf } from '@qr-attendance/server';
import type { Sessions } from '../sessions/sessions.ts';
import { isActive } from '../sessions/rules/session.ts';
import type { ScanTokens } from './scan-tokens.ts';
import type { IssueTicket } from './issue-ticket.ts';
import type { LimitWrongCodes } from './limit-wrong-codes.ts';

interface Deps {
  sessions: Sessions;
  scanTokens: ScanTokens;
  issueTicket: IssueTicket;
  limitWrongCodes: LimitWrongCodes;
  clock: () => Date;
}

/** Exchanges what was scanned before the sign-in for a ticket, as long as the session runs. */
export const makeRedeemScan = ({ sessions, scanTokens, issueTicket, limitWrongCodes, clock }: Deps) => {
  const redeem = async (caller: Caller, scan: string, provenKey: DeviceKey | undefined) => {
    const claims = scanTokens.read(scan);
    if (!claims)
      throw new DomainError(
        'forbidden',
        'scan_expired',
        'Your scan has expired. Please scan the code again.',
      );
    if (!provenKey || thumbprintOf(provenKey) !== claims.cnf.jkt)
      throw new DomainError(
        'forbidden',
        'scan_not_yours',
        'This code was scanned by another browser. Please scan the code with this one.',
      );
    const session = await sessions.find(claims.sessionId);
    if (!session || !isActive(session, clock()))
      throw new DomainError('conflict', 'session_ended', 'This session has ended.');
    return issueTicket(caller, session);
  };
  /** @param provenKey the key that the request was signed by; undefined when its signature is none of the key it names */
  return (caller: Caller, scan: string, provenKey: DeviceKey | undefined): Promise<VerifiedScan> =>
    limitWrongCodes(caller.id, () => redeem(caller, scan, provenKey));
};
