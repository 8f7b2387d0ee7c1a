import type { Event } from '@qr-attendance/contracts/events';

/**
 * Remembers events that may have been published after newer versions of their aggregates. Forgets them once
 * the order is certain or the newer state is in the outbox again. Works while the database is unavailable.
 */
export const createStalePublishGuard = (republishNewer: (events: Event[]) => Promise<void>) => {
  let doubtful: Event[] = [];
  const clear = () => {
    doubtful = [];
  };
  return {
    track: (events: Event[]) => {
      doubtful = events;
    },
    clear,
    reconcile: async (): Promise<void> => {
      if (doubtful.length > 0) await republishNewer(doubtful);
      clear();
    },
  };
};
