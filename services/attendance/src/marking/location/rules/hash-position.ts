import { createHmac, hkdfSync } from 'node:crypto';
import type { Coordinates } from '@qr-attendance/contracts';

/**
 * A name for a position, by which equal ones are found while nobody can tell the place from it: HMAC-SHA-256 under a
 * key of the session's own, made (HKDF, RFC 5869) of a secret that is in no database and a salt that goes with the session.
 */
export const hashPosition = (secret: string, salt: string, { latitude, longitude }: Coordinates): Buffer => {
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'position', 32));
  return createHmac('sha256', key).update(`${latitude},${longitude}`).digest();
};
