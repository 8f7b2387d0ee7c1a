import { DomainError } from '@qr-attendance/server';
import type { LocationAttempts } from './location-attempts.ts';

/** Enough for whoever walks through a building; a search for the room's place needs many more to be hidden in. */
export const LOCATION_ATTEMPTS = 20;
export const LOCATION_ATTEMPT_WINDOW_MINUTES = 10;

/**
 * Counts each answer that tells a student how far the classroom is: from enough of them its place could be worked out.
 * @throws DomainError (too_many) instead of one answer too many
 */
export const makeLimitLocationAttempts =
  ({ placeTries }: { placeTries: Pick<LocationAttempts, 'count'> }) =>
  async (studentId: string): Promise<void> => {
    const { tries, since } = await placeTries.count(studentId, LOCATION_ATTEMPT_WINDOW_MINUTES);
    if (tries <= LOCATION_ATTEMPTS) return;
    const minutes = Math.max(
      1,
      Math.ceil(LOCATION_ATTEMPT_WINDOW_MINUTES - (Date.now() - since.getTime()) / 60_000),
    );
    throw new DomainError(
      'too_many',
      'too_many_places',
      `Your place was checked too often. Try again in ${minutes} min, in the classroom.`,
      { minutes },
    );
  };
export type LimitLocationAttempts = ReturnType<typeof makeLimitLocationAttempts>;
