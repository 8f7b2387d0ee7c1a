import { Refused } from '@qr-attendance/server';
import type { PlaceTries } from './location-attempts.ts';

/** Enough for whoever walks through a building; a search for the room's place needs many more to be hidden in. */
export const PLACE_TRIES = 20;
export const PLACE_TRIES_MINUTES = 10;

/**
 * Counts each answer that tells a student how far the classroom is: from enough of them its place could be worked out.
 * @throws Refused (too_many) instead of one answer too many
 */
export const makeLimitPlaceTries =
  ({ placeTries }: { placeTries: Pick<PlaceTries, 'count'> }) =>
  async (studentId: string): Promise<void> => {
    const { tries, since } = await placeTries.count(studentId, PLACE_TRIES_MINUTES);
    if (tries <= PLACE_TRIES) return;
    const minutes = Math.max(1, Math.ceil(PLACE_TRIES_MINUTES - (Date.now() - since.getTime()) / 60_000));
    throw new Refused(
      'too_many',
      'too_many_places',
      `Your place was checked too often. Try again in ${minutes} min, in the classroom.`,
      { minutes },
    );
  };
export type LimitPlaceTries = ReturnType<typeof makeLimitPlaceTries>;
