import { countPoints, DomainError, tooMany } from '@qr-attendance/server';
import type { Connection } from 'mongoose';
import { RateLimiterMemory, RateLimiterMongo } from 'rate-limiter-flexible';

export const WRONG_CODES = 'wrongcodes';

export interface WrongCodeLimit {
  max: number;
  windowSeconds: number;
}
const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

/**
 * Counts wrong codes per person for all replicas. A person over the limit is remembered in this process, so
 * that a correct code needs no query: other replicas allow such a person one more attempt.
 */
export const createWrongCodes = (connection: Connection, { max, windowSeconds }: WrongCodeLimit) => {
  const settings = { keyPrefix: '', duration: windowSeconds };
  const counted = new RateLimiterMongo({
    ...settings,
    points: max,
    storeClient: connection.getClient(),
    dbName: connection.name,
    tableName: WRONG_CODES,
    disableIndexesCreation: true,
    // Concurrent first guesses of a person may fail to write the count; they are counted here.
    insuranceLimiter: new RateLimiterMemory({ ...settings, points: max }),
  });
  const blocked = new RateLimiterMemory({ ...settings, points: max });
  return {
    blockedFor: async (userId: string): Promise<number> => {
      const known = await blocked.get(userId);
      return known ? secondsOf(known.msBeforeNext) : 0;
    },
    count: async (userId: string): Promise<number> => {
      const { allowed, remainingPoints, seconds } = await countPoints(counted, userId);
      if (remainingPoints === 0) await blocked.block(userId, seconds);
      return allowed ? 0 : seconds;
    },
  };
};
export type WrongCodes = ReturnType<typeof createWrongCodes>;

const WRONG = new Set([
  'invalid_code',
  'scan_expired',
  'scan_not_yours',
  'burst_sequence_implausible',
  'burst_sequence_late',
]);

const tooManyCodes = (retryAfterSeconds: number): DomainError => {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return tooMany('too_many_codes', `Too many wrong codes. Try again in ${minutes} min.`, retryAfterSeconds);
};

export const limitWrongCodes = async <T>(
  { wrongCodes }: { wrongCodes: WrongCodes },
  userId: string,
  attempt: () => Promise<T>,
): Promise<T> => {
  const blockedSeconds = await wrongCodes.blockedFor(userId);
  if (blockedSeconds > 0) throw tooManyCodes(blockedSeconds);
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof DomainError && WRONG.has(error.code))) throw error;
    const wait = await wrongCodes.count(userId);
    throw wait > 0 ? tooManyCodes(wait) : error;
  }
};
