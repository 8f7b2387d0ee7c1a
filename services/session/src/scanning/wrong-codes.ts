import { DomainError } from '@qr-attendance/server';
import type { Connection } from 'mongoose';
import { RateLimiterMemory, RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';

export const WRONG_CODES = 'wrongcodes';

/** How many wrong codes one person may try within how many seconds. */
export interface WrongCodeLimit {
  most: number;
  windowSeconds: number;
}
const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

/**
 * Counts wrong codes by person, for all replicas together. Who is over the limit is remembered in this process, so that
 * a right code costs no look into the database: elsewhere such a person has one more try before that replica knows.
 */
export const createWrongCodes = (connection: Connection, { most, windowSeconds }: WrongCodeLimit) => {
  const settings = { keyPrefix: '', duration: windowSeconds };
  const counted = new RateLimiterMongo({
    ...settings,
    points: most,
    storeClient: connection.getClient(),
    dbName: connection.name,
    tableName: WRONG_CODES,
    disableIndexesCreation: true,
    // Guesses that race for a person's first count may find it neither there nor free; those are counted here.
    insuranceLimiter: new RateLimiterMemory({ ...settings, points: most }),
  });
  const stopped = new RateLimiterMemory({ ...settings, points: most });
  return {
    /** Seconds for which a person is stopped, as this process knows; 0 for everyone else. */
    stoppedFor: async (userId: string): Promise<number> => {
      const known = await stopped.get(userId);
      return known ? secondsOf(known.msBeforeNext) : 0;
    },
    /** Counts one more. @returns seconds for which the person is stopped from now on; 0 while under the limit */
    count: async (userId: string): Promise<number> => {
      const { msBeforeNext, remainingPoints, consumedPoints } = await counted
        .consume(userId)
        .catch((over: unknown) => {
          if (over instanceof RateLimiterRes) return over;
          throw over;
        });
      const seconds = secondsOf(msBeforeNext);
      if (remainingPoints === 0) await stopped.block(userId, seconds);
      return consumedPoints > most ? seconds : 0;
    },
  };
};
export type WrongCodes = ReturnType<typeof createWrongCodes>;

/** Refusals of someone who has not got a code, or somebody else's. */
const WRONG = new Set([
  'invalid_code',
  'scan_expired',
  'scan_not_yours',
  'burst_sequence_implausible',
  'burst_sequence_late',
]);

const tooManyCodes = (retryAfterSeconds: number): DomainError => {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return new DomainError('too_many', 'too_many_codes', `Too many wrong codes. Try again in ${minutes} min.`, {
    retryAfterSeconds,
  });
};

/** Lets a person try a code unless too many were wrong lately. Right ones are not counted. */
export const limitWrongCodes = async <T>(
  { wrongCodes }: { wrongCodes: WrongCodes },
  userId: string,
  attempt: () => Promise<T>,
): Promise<T> => {
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
