import { pinSchema } from '@qr-attendance/contracts';

/** The published rule for a PIN, as a sentence when it is broken: at least 4 digits, digits only. */
export const pinProblem = (pin: string): string | undefined => {
  const { error } = pinSchema.safeParse(pin);
  return error?.issues[0]?.message;
};
