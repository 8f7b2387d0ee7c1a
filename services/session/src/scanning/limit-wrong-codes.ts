import { DomainError } from '@qr-attendance/server';
import type { WrongCodes } from './wrong-codes.ts';

/** Refusals of someone who has not got a code, or somebody else's. */
const WRONG = new Set(['invalid_code', 'scan_expired', 'scan_not_yours']);

const tooManyCodes = (retryAfterSeconds: number): DomainError => {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return new DomainError('too_many', 'too_many_codes', `Too many wrong codes. Try again in ${minutes} min.`, {
    retryAfterSeconds,
  });
};

/** Lets a person try a code unless too many were wrong lately. Right ones are not counted. */
export const makeLimitWrongCodes =
  ({ wrongCodes }: { wrongCodes: WrongCodes }) =>
  async <T>(userId: string, attempt: () => Promise<T>): Promise<T> => {
    const stopped = await wrongCodes.stoppedFor(userId);
    if (stopped > 0) throw tooManyCodes(stopped);
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof DomainError && WRONG.has(error.code))) throw error;
      const wait = await wrongCodes.count(userId);
      throw wait > 0 ? tooManyCodes(wait) : error;
    }
  };
export type LimitWrongCodes = ReturnType<typeof makeLimitWrongCodes>;
