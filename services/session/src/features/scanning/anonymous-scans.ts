import { type AnonymousScan, type DeviceKey, isBurstCode, type VerifiedScan } from '@qr-attendance/contracts';
import { type Caller, conflict, forbidden, thumbprintOf } from '@qr-attendance/server';
import { courseIdsOf, isActive } from '../../core/sessions/rules/session.ts';
import { issueTicket, createScanner, type IssueTicketDeps } from './issue-ticket.ts';
import { findByCode, burstCodeNeededError, type VerifyCodeDeps } from './verify-code.ts';
import { scanNotYoursError } from './scan-not-yours.ts';
import { isBoundTo, type ScanTokens } from './scan-tokens.ts';
import type { Sessions } from '../../core/sessions/sessions.ts';

/**
 * A scan is valid for longer than a code. It is bound to the key of the browser that scanned, so it is
 * useless when forwarded.
 */
export const scanAnonymously = async (
  context: VerifyCodeDeps & { scanTokens: ScanTokens },
  code: string,
  deviceKey: DeviceKey,
): Promise<AnonymousScan> => {
  // Only checks the form of the code: anonymous callers cause no lookup.
  if (isBurstCode(code)) throw burstCodeNeededError();
  const session = await findByCode(context, code);
  const { scan, expiresAt } = context.scanTokens.sign(session.id, thumbprintOf(deviceKey));
  const expiresInMs = expiresAt.getTime() - context.clock().getTime();
  return { scan, expiresAt: expiresAt.toISOString(), expiresInMs };
};

const scanExpiredError = () =>
  forbidden('scan_expired', 'Your scan has expired. Please scan the code again.');

export const redeemScan = async (
  context: IssueTicketDeps & { sessions: Sessions; scanTokens: ScanTokens },
  caller: Caller,
  { scan, at }: { scan: string; at?: string | undefined },
  provenKey: DeviceKey | undefined,
): Promise<VerifiedScan> => {
  const { sessions, scanTokens, extraTimes } = context;
  const now = context.clock();
  const claims = scanTokens.read(scan);
  if (!claims) throw scanExpiredError();
  if (!provenKey || !isBoundTo(claims, provenKey)) throw scanNotYoursError();
  const session = await sessions.find(claims.sessionId);
  const secondsOver = now.getTime() / 1000 - claims.exp;
  const extraMinutes =
    session && secondsOver >= 0 ? await extraTimes.minutesOf(courseIdsOf(session), caller.id) : 0;
  if (secondsOver >= extraMinutes * 60) throw scanExpiredError();
  if (session?.canceledAt) throw conflict('session_canceled', 'This class was canceled.');
  if (!session || !isActive(session, now)) throw conflict('session_ended', 'This class has ended.');
  const scanner = createScanner(provenKey, at, now);
  return issueTicket(context, caller, session, scanner, {
    at: now,
    scannedAt: new Date(claims.iat * 1000),
  });
};
