import { countPoints, forbidden, tooMany } from '@qr-attendance/server';
import type { Connection } from 'mongoose';
import { RateLimiterMemory, RateLimiterMongo } from 'rate-limiter-flexible';

export const WRONG_KEYS = 'wrongkeys';

/** Enough for typing errors; at this rate, guessing the shortest key takes longer than a semester. */
const MAX_TRIES = 10;
const WINDOW_SECONDS = 600;

/**
 * A key is locked after this many wrong attempts of all students within a day, until the day is over or its
 * teacher sets another key. A class of 1,500 makes fewer typing errors.
 */
const MAX_WRONG_KEYS_OF_COURSE = 200;
const LOCK_SECONDS = 86_400;

const tooManyKeys = () =>
  forbidden(
    'enrollment_key_locked',
    'This enrollment key was entered wrong too often and is locked. Ask your teacher for a new key or an invitation link.',
  );

/** A counter that all replicas share, in the collection of wrong keys. */
export const createLimiter = (
  connection: Connection,
  settings: { keyPrefix: string; points: number; duration: number },
) =>
  new RateLimiterMongo({
    ...settings,
    storeClient: connection.getClient(),
    dbName: connection.name,
    tableName: WRONG_KEYS,
    disableIndexesCreation: true,
    // Concurrent first attempts may fail to write the count; they are counted here.
    insuranceLimiter: new RateLimiterMemory(settings),
  });

export const createKeyAttempts = (connection: Connection) => {
  const counted = createLimiter(connection, { keyPrefix: '', points: MAX_TRIES, duration: WINDOW_SECONDS });
  const ofCourse = createLimiter(connection, {
    keyPrefix: 'course',
    points: MAX_WRONG_KEYS_OF_COURSE,
    duration: LOCK_SECONDS,
  });
  const lockedUntil = async (courseId: string): Promise<Date | undefined> => {
    const known = await ofCourse.get(courseId);
    return known && known.consumedPoints >= MAX_WRONG_KEYS_OF_COURSE && known.msBeforeNext > 0
      ? new Date(Date.now() + known.msBeforeNext)
      : undefined;
  };
  return {
    lockedUntil,
    requireUnlocked: async (courseId: string): Promise<void> => {
      if (await lockedUntil(courseId)) throw tooManyKeys();
    },
    countWrong: async (courseId: string): Promise<void> => {
      await ofCourse.penalty(courseId, 1);
    },
    unlock: async (courseId: string): Promise<void> => {
      await ofCourse.delete(courseId);
    },
    /** Counts before the key is compared, so that concurrent attempts cannot exceed the limit. */
    count: async (userId: string): Promise<void> => {
      const { allowed, seconds: retryAfterSeconds } = await countPoints(counted, userId);
      if (allowed) return;
      const sentence = `Too many wrong enrollment keys. Try again in ${Math.ceil(retryAfterSeconds / 60)} min.`;
      throw tooMany('too_many_keys', sentence, retryAfterSeconds);
    },
    forget: async (userId: string): Promise<void> => {
      await counted.reward(userId, 1);
    },
  };
};
