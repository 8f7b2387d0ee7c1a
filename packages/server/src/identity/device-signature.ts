import { hash, verify } from 'node:crypto';
import {
  DEVICE_SIGNATURE_HEADER,
  SCAN_PROOF_HEADER,
  scanProofSchema,
  type DeviceKey,
  type ScanProof,
} from '@qr-attendance/contracts';
import type { Request } from 'express';
import { rawBodyOf } from '../http/raw-body.ts';

/**
 * SHA-256, base64url. Source: RFC 7638, including the order of members. Does not use a library, because
 * WebCrypto is ten times slower for so few bytes.
 */
export const thumbprintOf = ({ crv, kty, x, y }: DeviceKey): string =>
  hash('sha256', JSON.stringify({ crv, kty, x, y }), 'base64url');

const isSignatureOf = (bytes: Buffer, signature: string, key: DeviceKey): boolean => {
  try {
    // Importing the key in a separate step would cost a tenth more.
    const publicKey = { key, format: 'jwk', dsaEncoding: 'ieee-p1363' } as const;
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
