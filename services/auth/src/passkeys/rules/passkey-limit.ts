import { MAX_PASSKEYS } from '@qr-attendance/contracts';
import { DomainError } from '@qr-attendance/server';

/** @throws DomainError for who has as many as one may have */
export const refuseAnotherPasskey = (count: number): void => {
  if (count >= MAX_PASSKEYS)
    throw new DomainError(
      'conflict',
      'too_many_passkeys',
      `You can have at most ${MAX_PASSKEYS} passkeys. Please remove one first.`,
    );
};
