import { createPublicKey, hash, verify } from 'node:crypto';
import { DEVICE_SIGNATURE_HEADER, type DeviceKey } from '@qr-attendance/contracts';
import type { Request } from 'express';
import { rawBodyOf } from '../http/raw-body.ts';

/**
 * Name of a key by its own members: SHA-256, base64url. Source: RFC 7638, whose order of members this is. Libraries ask
 * WebCrypto, which is ten times the work for so few bytes.
 */
export const thumbprintOf = ({ crv, kty, x, y }: DeviceKey): string =>
  hash('sha256', JSON.stringify({ crv, kty, x, y }), 'base64url');

/**
 * Whether `X-Device-Signature` is this key's signature of the request's body as it came. A missing or unreadable
 * signature is wrong, and so is a key that is no point of the curve.
 */
export const isSignedByDevice = (request: Request, key: DeviceKey): boolean => {
  const signature = Buffer.from(request.get(DEVICE_SIGNATURE_HEADER) ?? '', 'base64url');
  try {
    const publicKey = createPublicKey({ key, format: 'jwk' });
    return verify('sha256', rawBodyOf(request), { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature);
  } catch {
    return false;
  }
};
