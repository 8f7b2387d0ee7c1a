import { MAX_NEW_PEOPLE_PER_DAY } from '@qr-attendance/contracts';
import { type Caller, type Counter, limitKeys, tooMany } from '@qr-attendance/server';
import { createMongoCounter } from '@qr-attendance/server/mongo';
import type { Connection } from 'mongoose';
import { WRONG_KEYS } from '../../db/models.ts';

/** The limit is enough to preview and add the largest lecture. */
const LINES_PER_HOUR = 6_000;
/**
 * Lookups without a name, and lookups that find nobody: enough to preview and add 300 typed numbers, but too
 * few to identify the people behind a range of numbers.
 */
const NAMELESS_PER_DAY = 600;

/** Limits what a teacher can find out and create by adding students. */
export const createRosterLimits = (connection: Connection) => {
  const shared = { connection, collection: WRONG_KEYS };
  const lines = createMongoCounter('roster_lines', { ...shared, points: LINES_PER_HOUR, duration: 3_600 });
  const nameless = createMongoCounter('nameless_lookups', {
    ...shared,
    points: NAMELESS_PER_DAY,
    duration: 86_400,
  });
  const people = createMongoCounter('new_people', {
    ...shared,
    points: MAX_NEW_PEOPLE_PER_DAY,
    duration: 86_400,
  });
  const consume = async (
    counter: Counter<'person'>,
    caller: Pick<Caller, 'id'>,
    count: number,
    error: [string, string],
  ) => {
    const spender = limitKeys.person(caller);
    const { allowed, seconds: retryAfterSeconds } = await counter.count(spender, count);
    if (allowed) return;
    // A rejected request does not count.
    await counter.refund(spender, count);
    throw tooMany(...error, retryAfterSeconds);
  };
  return {
    countLines: (caller: Pick<Caller, 'id'>, count: number) =>
      consume(lines, caller, count, [
        'too_many_lookups',
        'You have looked up too many people. Try again in an hour.',
      ]),
    countNameless: (caller: Pick<Caller, 'id'>, count: number) =>
      consume(nameless, caller, count, [
        'too_many_nameless',
        'You have looked up too many people without their names today. Add the names to your list, or try again tomorrow.',
      ]),
    countPeople: (caller: Pick<Caller, 'id'>, count: number) =>
      consume(people, caller, count, [
        'too_many_new_people',
        `You can add ${MAX_NEW_PEOPLE_PER_DAY} people without an account per day. Ask your institution to import more.`,
      ]),
  };
};
export type RosterLimits = ReturnType<typeof createRosterLimits>;
