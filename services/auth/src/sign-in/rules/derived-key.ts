import { hkdfSync, type KeyObject } from 'node:crypto';

/**
 * A key for a purpose of its own, the same in all replicas, from the key that signs access tokens: whoever has that one
 * needs none of these.
 */
export const deriveKey = (signingKey: KeyObject, purpose: string): Buffer => {
  const secret = signingKey.export({ type: 'pkcs8', format: 'der' });
  return Buffer.from(hkdfSync('sha256', secret, '', `qr-attendance ${purpose}`, 32));
};
