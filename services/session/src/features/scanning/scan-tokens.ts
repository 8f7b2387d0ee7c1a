import { createPublicKey, randomUUID, type KeyObject } from 'node:crypto';
import { type DeviceKey, scanClaimsSchema, type ScanClaims } from '@qr-attendance/contracts';
import { SCAN, type SigningKey, signToken, thumbprintOf, verifyToken } from '@qr-attendance/server';

/** Scan tokens replace a code until the student has signed in. */
export const createScanTokens = (
  { signing, others }: { signing: SigningKey; others: Map<string, KeyObject> },
  clock: () => Date,
  lifetimeSeconds: number,
) => {
  const publicKeys = new Map([...others, [signing.kid, createPublicKey(signing.key)]]);
  return {
    sign: (sessionId: string, jkt: string): { scan: string; expiresAt: Date } => {
      const issuedAt = Math.floor(clock().getTime() / 1000);
      const claims = { sessionId, cnf: { jkt }, jti: randomUUID(), iat: issuedAt };
      const scan = signToken(SCAN, signing, claims, lifetimeSeconds);
      return { scan, expiresAt: new Date((issuedAt + lifetimeSeconds) * 1000) };
    },
    /** Accepts expired tokens, because some students have extra time. */
    read: (scan: string): ScanClaims | undefined =>
      verifyToken(SCAN, publicKeys, scanClaimsSchema, scan, { ignoreExpiration: true }),
  };
};
export type ScanTokens = ReturnType<typeof createScanTokens>;

export const isBoundTo = ({ cnf }: Pick<ScanClaims, 'cnf'>, key: DeviceKey): boolean =>
  thumbprintOf(key) === cnf.jkt;
