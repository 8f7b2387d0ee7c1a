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
 * Name of a key by its own members: SHA-256, base64url. Source: RFC 7638, whose order of members this is. Libraries ask
 * WebCrypto, which is ten times the work for so few bytes.
 */
export const thumbprintOf = ({ crv, kty, x, y }: DeviceKey): string =>
  hash('sha256', JSON.stringify({ crv, kty, x, y }), 'base64url');

/**
 * Whether a signature (base64url) of bytes is this key's. An unreadable one is wrong, and so is a key that is no point of
 * the curve.
 */
const isSignatureOf = (bytes: Buffer, signature: string, key: DeviceKey): boolean => {
  try {
    // Read where it is used: as an object of its own it would cost a tenth more.
    const publicKey = { key, format: 'jwk', dsaEncoding: 'ieee-p1363' } as const;
    return verify('sha256', bytes, publicKey, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
};

/** Whether `X-Device-Signature` is this key's signature of the request's body as it came; a missing one is not. */
export const isSignedByDevice = (request: Request, key: DeviceKey): boolean =>
  isSignatureOf(rawBodyOf(request), request.get(DEVICE_SIGNATURE_HEADER) ?? '', key);

/**
 * Reads `X-Scan-Proof`.
 * @returns what was signed; undefined where there is no such header; 'wrong' for one that can't be read, or was not signed
 *   by the key that it names
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
