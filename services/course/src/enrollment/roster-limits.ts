import { NEW_PEOPLE_PER_DAY } from '@qr-attendance/contracts';
import { countPoints, tooMany } from '@qr-attendance/server';
import type { Connection } from 'mongoose';
import { createLimiter } from './wrong-keys.ts';

/** Enough for the largest lecture, previewed and added; too few to find out who belongs to the institution. */
const LINES_PER_HOUR = 6_000;

/** Bounds what a teacher can find out and create by adding to rosters. */
export const createRosterLimits = (connection: Connection) => {
  const lines = createLimiter(connection, { keyPrefix: 'roster', points: LINES_PER_HOUR, duration: 3_600 });
  const people = createLimiter(connection, {
    keyPrefix: 'new people',
    points: NEW_PEOPLE_PER_DAY,
    duration: 86_400,
  });
  const consume = async (limiter: typeof lines, callerId: string, count: number, error: [string, string]) => {
    const { allowed, seconds: retryAfterSeconds } = await countPoints(limiter, callerId, count);
    if (allowed) return;
    // A refused request does not count.
    await limiter.reward(callerId, count);
    throw tooMany(...error, retryAfterSeconds);
  };
  return {
    countLines: (callerId: string, count: number) =>
      consume(lines, callerId, count, [
        'too_many_lookups',
        'You have looked up too many people. Try again in an hour.',
      ]),
    countPeople: (callerId: string, count: number) =>
      consume(people, callerId, count, [
        'too_many_new_people',
        `You can add ${NEW_PEOPLE_PER_DAY} people without an account per day. Ask your institution to import more.`,
      ]),
  };
};
