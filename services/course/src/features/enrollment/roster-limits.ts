import { NEW_PEOPLE_PER_DAY } from '@qr-attendance/contracts';
import { type Caller, type Counter, spenders, tooMany } from '@qr-attendance/server';
import { createMongoCounter } from '@qr-attendance/server/mongo';
import type { Connection } from 'mongoose';
import { WRONG_KEYS } from '../../db/models.ts';

/** Enough for the largest lecture, previewed and added; too few to find out who belongs to the institution. */
const LINES_PER_HOUR = 6_000;

/** Bounds what a teacher can find out and create by adding to rosters. */
export const createRosterLimits = (connection: Connection) => {
  const shared = { connection, collection: WRONG_KEYS };
  const lines = createMongoCounter('roster_lines', { ...shared, points: LINES_PER_HOUR, duration: 3_600 });
  const people = createMongoCounter('new_people', {
    ...shared,
    points: NEW_PEOPLE_PER_DAY,
    duration: 86_400,
  });
  const consume = async (
    counter: Counter<'person'>,
    caller: Pick<Caller, 'id'>,
    count: number,
    error: [string, string],
  ) => {
    const spender = spenders.person(caller);
    const { allowed, seconds: retryAfterSeconds } = await counter.count(spender, count);
    if (allowed) return;
    // A refused request does not count.
    await counter.refund(spender, count);
    throw tooMany(...error, retryAfterSeconds);
  };
  return {
    countLines: (caller: Pick<Caller, 'id'>, count: number) =>
      consume(lines, caller, count, [
        'too_many_lookups',
        'You have looked up too many people. Try again in an hour.',
      ]),
    countPeople: (caller: Pick<Caller, 'id'>, count: number) =>
      consume(people, caller, count, [
        'too_many_new_people',
        `You can add ${NEW_PEOPLE_PER_DAY} people without an account per day. Ask your institution to import more.`,
      ]),
  };
};
