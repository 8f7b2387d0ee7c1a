import { type Caller, limitKeys, tooMany } from '@qr-attendance/server';
import { createMongoCounter } from '@qr-attendance/server/mongo';
import type { Connection } from 'mongoose';
import { WRONG_KEYS } from '../../db/models.ts';

/**
 * The limit is enough for typing errors. It applies per account, so strangers cannot use up the attempts of
 * others.
 */
const MAX_TRIES = 10;
const WINDOW_SECONDS = 600;

export const createKeyAttempts = (connection: Connection) => {
  const ofStudent = createMongoCounter('wrong_keys', {
    connection,
    collection: WRONG_KEYS,
    points: MAX_TRIES,
    duration: WINDOW_SECONDS,
  });
  return {
    /** Counts before the key is compared, so that concurrent attempts cannot exceed the limit. */
    count: async (student: Pick<Caller, 'id'>): Promise<void> => {
      const { allowed, seconds: retryAfterSeconds } = await ofStudent.count(limitKeys.person(student));
      if (allowed) return;
      const sentence = `Too many wrong enrollment keys. Try again in ${Math.ceil(retryAfterSeconds / 60)} min.`;
      throw tooMany('too_many_keys', sentence, retryAfterSeconds);
    },
    forget: async (student: Pick<Caller, 'id'>): Promise<void> => {
      await ofStudent.refund(limitKeys.person(student));
    },
  };
};
export type KeyAttempts = ReturnType<typeof createKeyAttempts>;
