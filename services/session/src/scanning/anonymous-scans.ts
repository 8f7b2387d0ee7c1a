import { createPublicKey, randomUUID, type KeyObject } from 'node:crypto';
import {
  type AnonymousScan,
  type DeviceKey,
  scanClaimsSchema,
  type ScanClaims,
  type VerifiedScan,
} from '@qr-attendance/contracts';
import { type Caller, DomainError, SCAN, signToken, thumbprintOf, verifyToken } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { requireOpen } from '../codes/rotate-codes.ts';
import { isActive } from '../sessions/rules/session.ts';
import { issueTicket, type Issuing } from './issue-ticket.ts';
import { findByLiveCode } from './verify-code.ts';
import { limitWrongCodes } from './wrong-codes.ts';

/** Long enough to sign in, or to register; no longer, as the room may be left meanwhile. */
const LIFETIME_SECONDS = 600;

/** Signs and reads what a code is exchanged for before its scanner has signed in. */
export const makeScanTokens = ({ kid, key }: { kid: string; key: KeyObject }, clock: () => Date) => {
  const publicKeys = new Map([[kid, createPublicKey(key)]]);
  return {
    /** @param jkt thumbprint of the key of the browser that scanned */
    sign: (sessionId: string, jkt: string): { scan: string; expiresAt: Date } => {
      // A JWT counts whole seconds.
      const issuedAt = Math.floor(clock().getTime() / 1000);
      const claims = { sessionId, cnf: { jkt }, jti: randomUUID(), iat: issuedAt };
      const scan = signToken(SCAN, { kid, key }, claims, LIFETIME_SECONDS);
      return { scan, expiresAt: new Date((issuedAt + LIFETIME_SECONDS) * 1000) };
    },
    /** @returns undefined for what is not ours or has expired */
    read: (scan: string): ScanClaims | undefined => verifyToken(SCAN, publicKeys, scanClaimsSchema, scan),
  };
};

/**
 * Redeems a code for someone who must sign in first. What it gives lives longer than a code, so it is bound to the key
 * of the browser that scanned: forwarded to a friend it is worth nothing.
 */
export const scanAnonymously = async (
  context: Pick<Context, 'codes' | 'sessions' | 'clock' | 'opensBeforeMinutes' | 'scanTokens'>,
  code: string,
  deviceKey: DeviceKey,
): Promise<AnonymousScan> => {
  const session = await findByLiveCode(context, code);
  const { scan, expiresAt } = context.scanTokens.sign(session.id, thumbprintOf(deviceKey));
  return { scan, expiresAt: expiresAt.toISOString() };
};

/**
 * Exchanges what was scanned before the sign-in for a ticket, as long as the session runs.
 * @param provenKey the key that the request was signed by; undefined when its signature is none of the key it names
 */
export const redeemScan = (
  context: Issuing & Pick<Context, 'sessions' | 'scanTokens' | 'wrongCodes' | 'opensBeforeMinutes'>,
  caller: Caller,
  scan: string,
  provenKey: DeviceKey | undefined,
): Promise<VerifiedScan> =>
  limitWrongCodes(context, caller.id, async () => {
    const { sessions, scanTokens, clock } = context;
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
    if (session?.canceledAt)
      throw new DomainError('conflict', 'session_canceled', 'This class was canceled.');
    if (!session || !isActive(session, clock()))
      throw new DomainError('conflict', 'session_ended', 'This session has ended.');
    requireOpen(context, session, clock());
    return issueTicket(context, caller, session);
  });
