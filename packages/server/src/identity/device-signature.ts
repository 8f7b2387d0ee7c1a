import { createPublicKey, hash, verify, type KeyObject } from 'node:crypto';
import {
  DEVICE_SIGNATURE_HEADER,
  SCAN_PROOF_HEADER,
  scanProofSchema,
  type DeviceKey,
  type ScanProof,
} from '@qr-attendance/contracts';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { rawBodyOf } from '../http/raw-body.ts';

/**
 * SHA-256, base64url. Source: RFC 7638, including the order of members. Does not use a library, because
 * WebCrypto is ten times slower for so few bytes.
 */
export const thumbprintOf = ({ crv, kty, x, y }: DeviceKey): string =>
  hash('sha256', JSON.stringify({ crv, kty, x, y }), 'base64url');

/** The devices of a campus that are in use on one day. A key object takes about 1 KB. */
const MAX_KEYS = 20_000;
const imported = new LRUCache<string, KeyObject>({ max: MAX_KEYS });

/** Importing a key takes a third of the time of verifying a signature, so keys are kept by their thumbprint. */
const importKey = (key: DeviceKey): KeyObject => {
  const thumbprint = thumbprintOf(key);
  const known = imported.get(thumbprint);
  if (known) return known;
  const publicKey = createPublicKey({ key, format: 'jwk' });
  imported.set(thumbprint, publicKey);
  return publicKey;
};

const isSignatureOf = (bytes: Buffer, signature: string, key: DeviceKey): boolean => {
  try {
    const publicKey = { key: importKey(key), dsaEncoding: 'ieee-p1363' } as const;
    return verify('sha256', bytes, publicKey, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
};

/** Verifies `X-Device-Signature` over the exact request body; false if it is missing. */
export const isSignedByDevice = (request: Request, key: DeviceKey): boolean =>
  isSignatureOf(rawBodyOf(request), request.get(DEVICE_SIGNATURE_HEADER) ?? '', key);

/**
 * Reads `X-Scan-Proof`.
 * @returns the signed payload; undefined without the header; 'wrong' if it is unreadable or not signed by the
 * key in it
 */
export const readScanProof = (request: Request): ScanProof | 'wrong' | undefined => {
  const header = request.get(SCAN_PROOF_HEADER);
  if (header === undefined) return undefined;
  const [text = '', signature = ''] = header.split('.');
  try {
    const proof = scanProofSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return isSignatureOf(Buffer.from(text), signature, proof.deviceKey) ? proof : 'wrong';
  } catch {
    return 'wrong';
  }
};
