import { createPublicKey, randomUUID, type KeyObject } from 'node:crypto';
import {
  DEVICE_SIGNATURE_HEADER,
  type DeviceKey,
  scanClaimsSchema,
  type ScanClaims,
} from '@qr-attendance/contracts';
import {
  type DomainError,
  forbidden,
  isSignedByDevice,
  SCAN,
  type SigningKey,
  signToken,
  thumbprintOf,
  verifyToken,
} from '@qr-attendance/server';
import type { Request } from 'express';
import { scanNotYours } from './scan-not-yours.ts';

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

const signInFirst = (): DomainError =>
  forbidden('sign_in_first', 'Your browser did not sign this scan. Sign in first, then scan the code.');

/**
 * Rejects an unsigned scan before the sign-in; otherwise anybody in the room could scan for the public key of
 * an absent phone.
 */
export const requireSignature = (request: Request, key: DeviceKey): void => {
  if (request.get(DEVICE_SIGNATURE_HEADER) === undefined) throw signInFirst();
  if (!isSignedByDevice(request, key)) throw scanNotYours();
};
