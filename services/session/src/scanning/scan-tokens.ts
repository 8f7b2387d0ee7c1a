import { createPublicKey, randomUUID, type KeyObject } from 'node:crypto';
import { scanClaimsSchema, type ScanClaims } from '@qr-attendance/contracts';
import { SCAN, signToken, verifyToken } from '@qr-attendance/server';

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
export type ScanTokens = ReturnType<typeof makeScanTokens>;
