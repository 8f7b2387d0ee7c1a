import { MAX_PASSKEYS } from '@qr-attendance/contracts';
import { Refused } from '@qr-attendance/server';

/** @throws Refused for who has as many as one may have */
export const refuseAnotherPasskey = (count: number): void => {
  if (count >= MAX_PASSKEYS)
    throw new Refused(
      'conflict',
      'too_many_passkeys',
      `You can have at most ${MAX_PASSKEYS} passkeys. Please remove one first.`,
    );
};
