import { DomainError } from '@qr-attendance/server';
import type { Connection } from 'mongoose';
import { RateLimiterMemory, RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';

export const WRONG_KEYS = 'wrongkeys';

/** Enough for who mistypes a key; at this pace a guess at the shortest key takes longer than a semester. */
const TRIES = 10;
const WINDOW_SECONDS = 600;

/** Counts tries of enrollment keys by person, for all courses and replicas together. */
export const makeKeyTries = (connection: Connection) => {
  const settings = { keyPrefix: '', points: TRIES, duration: WINDOW_SECONDS };
  const counted = new RateLimiterMongo({
    ...settings,
    storeClient: connection.getClient(),
    dbName: connection.name,
    tableName: WRONG_KEYS,
    disableIndexesCreation: true,
    // Tries that race for a person's first count may find it neither there nor free; those are counted here.
    insuranceLimiter: new RateLimiterMemory(settings),
  });
  return {
    /** Counts a try before it is looked at, so that many at once are no way around. @throws DomainError (too_many) */
    count: async (userId: string): Promise<void> => {
      try {
        await counted.consume(userId);
      } catch (over) {
        if (!(over instanceof RateLimiterRes)) throw over;
        const retryAfterSeconds = Math.max(1, Math.ceil(over.msBeforeNext / 1000));
        const minutes = Math.ceil(retryAfterSeconds / 60);
        const sentence = `Too many wrong enrollment keys. Try again in ${minutes} min.`;
        throw new DomainError('too_many', 'too_many_keys', sentence, { retryAfterSeconds });
      }
    },
    /** A right key is no guess. */
    forget: async (userId: string): Promise<void> => {
      await counted.reward(userId, 1);
    },
  };
};
