import { countPoints, DomainError, tooMany } from '@qr-attendance/server';
import type { Connection } from 'mongoose';
import { createLimiter } from '../enrollment/wrong-keys.ts';

/** Enough for typing errors, too few to try lists of addresses. */
const MAX_MISSES = 10;
const WINDOW_SECONDS = 3_600;

const noTeacher = () =>
  new DomainError(
    'not_found',
    'no_such_teacher',
    'No teacher has verified this email address or has this employee number. Ask the person which address they sign in with.',
  );

/** Limits failed lookups per person. The answer is the same for students and for unknown addresses. */
export const createStaffLookups = (connection: Connection) => {
  const counted = createLimiter(connection, {
    keyPrefix: 'staff',
    points: MAX_MISSES,
    duration: WINDOW_SECONDS,
  });
  return {
    /** Counts before the lookup, so that concurrent lookups cannot exceed the limit. */
    limit: async (callerId: string, find: () => Promise<{ id: string } | undefined>): Promise<string> => {
      const { allowed, seconds: retryAfterSeconds } = await countPoints(counted, callerId);
      if (!allowed) {
        const sentence = `Too many unknown people. Try again in ${Math.ceil(retryAfterSeconds / 60)} min.`;
        throw tooMany('too_many_lookups', sentence, retryAfterSeconds);
      }
      const found = await find().catch(async (error: unknown) => {
        await counted.reward(callerId, 1);
        throw error;
      });
      if (!found) throw noTeacher();
      await counted.reward(callerId, 1);
      return found.id;
    },
  };
};
