import { type Caller, DomainError, limitKeys, tooMany } from '@qr-attendance/server';
import { createMongoCounter } from '@qr-attendance/server/mongo';
import type { Connection } from 'mongoose';
import { WRONG_KEYS } from '../../db/models.ts';

/** The limit is enough for typing errors, but too low to try lists of addresses. */
const MAX_MISSES = 10;
const WINDOW_SECONDS = 3_600;

const noTeacherError = () =>
  new DomainError(
    'not_found',
    'no_such_teacher',
    'No teacher has verified this email address or has this employee number. Ask the person which address they sign in with.',
  );

/** Limits failed lookups per person. The answer is the same for students and for unknown addresses. */
export const createStaffLookups = (connection: Connection) => {
  const counted = createMongoCounter('staff_lookups', {
    connection,
    collection: WRONG_KEYS,
    points: MAX_MISSES,
    duration: WINDOW_SECONDS,
  });
  return {
    /** Counts before the lookup, so that concurrent lookups cannot exceed the limit. */
    limit: async (
      caller: Pick<Caller, 'id'>,
      find: () => Promise<{ id: string } | undefined>,
    ): Promise<string> => {
      const spender = limitKeys.person(caller);
      const { allowed, seconds: retryAfterSeconds } = await counted.count(spender);
      if (!allowed) {
        const sentence = `Too many unknown people. Try again in ${Math.ceil(retryAfterSeconds / 60)} min.`;
        throw tooMany('too_many_lookups', sentence, retryAfterSeconds);
      }
      const teacher = await find().catch(async (error: unknown) => {
        await counted.refund(spender);
        throw error;
      });
      if (!teacher) throw noTeacherError();
      await counted.refund(spender);
      return teacher.id;
    },
  };
};
export type StaffLookups = ReturnType<typeof createStaffLookups>;
