import { DomainError, tooMany } from '@qr-attendance/server';
import PQueue from 'p-queue';

/** Concurrent searches of a process, and people who wait for their turn. */
const MAX_CONCURRENT = 4;
const MAX_WAITING = 100;

/**
 * Limits concurrent searches in total, and to one per person, so that searches cannot block other queries.
 */
export const createSearchGate = () => {
  const queue = new PQueue({ concurrency: MAX_CONCURRENT });
  const searching = new Set<string>();
  return async <Found>(personId: string, search: () => Promise<Found>): Promise<Found> => {
    if (searching.has(personId))
      throw tooMany('search_under_way', 'Your last search has not finished yet.', 1);
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
