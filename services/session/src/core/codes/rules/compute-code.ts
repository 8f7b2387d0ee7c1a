import { createHmac, createSecretKey } from 'node:crypto';
import { CODE_ALPHABET, CODE_LENGTH } from '@qr-attendance/contracts';

const BITS_PER_CHARACTER = 5;
const CODE_BYTES = (CODE_LENGTH * BITS_PER_CHARACTER) / 8;

/**
 * The code of a time window: HMAC-SHA-256 of the window number and the number of refreshes, cut to 40 bits,
 * as one-time passwords are computed (RFC 6238). The secret reveals every code; no code reveals another.
 */
export const computeCode = (secret: string, refreshes: number, window: number): string => {
  const bits = createHmac('sha256', createSecretKey(secret, 'base64url'))
    .update(`${refreshes}.${window}`)
    .digest()
    .readUIntBE(0, CODE_BYTES);
  return Array.from({ length: CODE_LENGTH }, (_, index) => {
    const digit = Math.floor(bits / 2 ** (BITS_PER_CHARACTER * (CODE_LENGTH - 1 - index))) % 32;
    return CODE_ALPHABET.charAt(digit);
  }).join('');
};
