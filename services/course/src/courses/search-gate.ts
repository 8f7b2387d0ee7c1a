import { DomainError } from '@qr-attendance/server';
import PQueue from 'p-queue';

/** Searches that the database does at once for a process, and how many people wait for their turn. */
const AT_ONCE = 4;
const MAX_WAITING = 100;

/**
 * Lets a few searches run at once, and one of each person, so that nobody keeps the database from other work by searching.
 * @throws DomainError (too many) while the person's last search is under way, (unavailable) while too many people wait
 */
export const createSearchGate = () => {
  const queue = new PQueue({ concurrency: AT_ONCE });
  const searching = new Set<string>();
  return async <Found>(personId: string, search: () => Promise<Found>): Promise<Found> => {
    if (searching.has(personId))
      throw new DomainError('too_many', 'search_under_way', 'Your last search has not finished yet.', {
        retryAfterSeconds: 1,
      });
    if (queue.size >= MAX_WAITING)
      throw new DomainError('unavailable', 'busy', 'Too many people are searching. Try again in a moment.');
    searching.add(personId);
    try {
      return await queue.add(search);
    } finally {
      searching.delete(personId);
    }
  };
};
