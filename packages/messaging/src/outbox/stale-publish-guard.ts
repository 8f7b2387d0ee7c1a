import type { Event } from '@qr-attendance/contracts/events';

/**
 * Keeps events that may have come to the bus after newer versions of their aggregates, until that is known not to be so
 * or what is newer waits in the outbox again. A database that is away meanwhile does not make it forget.
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
