import { createPublicKey, randomUUID, type KeyObject } from 'node:crypto';
import { scanClaimsSchema, type ScanClaims } from '@qr-attendance/contracts';
import { DomainError, SCAN, type SigningKey, signToken, verifyToken } from '@qr-attendance/server';

/**
 * Signs and reads what a code is exchanged for before its scanner has signed in.
 * @param keys others: also verify, as replicas sign by another key while it is changed
 * @param lifetimeSeconds long enough to sign in, or to register; no longer, as the room may be left meanwhile
 */
export const createScanTokens = (
  { signing, others }: { signing: SigningKey; others: Map<string, KeyObject> },
  clock: () => Date,
  lifetimeSeconds: number,
) => {
  const publicKeys = new Map([...others, [signing.kid, createPublicKey(signing.key)]]);
  return {
    /** @param jkt thumbprint of the key of the browser that scanned */
    sign: (sessionId: string, jkt: string): { scan: string; expiresAt: Date } => {
      // A JWT counts whole seconds.
      const issuedAt = Math.floor(clock().getTime() / 1000);
      const claims = { sessionId, cnf: { jkt }, jti: randomUUID(), iat: issuedAt };
      const scan = signToken(SCAN, signing, claims, lifetimeSeconds);
      return { scan, expiresAt: new Date((issuedAt + lifetimeSeconds) * 1000) };
    },
    /** Also one that has expired, as some have more time. @returns undefined for what is not ours */
    read: (scan: string): ScanClaims | undefined =>
      verifyToken(SCAN, publicKeys, scanClaimsSchema, scan, { ignoreExpiration: true }),
  };
};

/** For a scan that nobody signed: whoever holds a phone's public key could scan for it from the room. */
export const signInFirst = (): DomainError =>
  new DomainError(
    'forbidden',
    'sign_in_first',
    'Your browser did not sign this scan. Sign in first, then scan the code.',
  );
