import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What is stored and published of a PIN. Worthless without the pepper that only auth and attendance hold. */
export interface PinVerifier {
  salt: string;
  hash: string;
}

const hashPin = (pepper: string, salt: string, pin: string): Buffer =>
  createHmac('sha256', pepper).update(`${salt}:${pin}`).digest();

/** Makes the verifier of a new PIN: HMAC-SHA-256 under the pepper, with a random salt. */
export const makePinVerifier = (pepper: string, pin: string): PinVerifier => {
  const salt = randomBytes(16).toString('base64url');
  return { salt, hash: hashPin(pepper, salt, pin).toString('base64url') };
};

/** Whether `pin` is the one the verifier was made of. */
export const matchesPin = (pepper: string, { salt, hash }: PinVerifier, pin: string): boolean => {
  const expected = Buffer.from(hash, 'base64url');
  const actual = hashPin(pepper, salt, pin);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
};
