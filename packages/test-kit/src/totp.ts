import { TOTP } from 'otpauth';

const STEP_MS = 30_000;

/**
 * The code that an authenticator app shows.
 * @param steps of 30 s in the future or past
 */
export const totpCodeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * STEP_MS });

/** A code that neither the present nor a neighboring time step has. */
export const wrongTotpCodeOf = (secret: string): string => {
  const valid = new Set([-2, -1, 0, 1, 2].map((steps) => totpCodeOf(secret, steps)));
  const candidates = Array.from({ length: 6 }, (_, digit) => String(digit).repeat(6));
  return candidates.find((code) => !valid.has(code)) ?? '';
};
