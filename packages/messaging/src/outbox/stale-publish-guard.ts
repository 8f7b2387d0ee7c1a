import type { Event } from '@qr-attendance/contracts/events';

/**
 * Keeps events that may have come to the bus after newer versions of their aggregates, until that is known not to be so
 * or what is newer waits in the outbox again. A database that is away meanwhile does not make it forget.
 */
export const createStalePublishGuard = (announceNewer: (events: Event[]) => Promise<void>) => {
  let doubtful: Event[] = [];
  const dispel = () => {
    doubtful = [];
  };
  return {
    arise: (events: Event[]) => {
      doubtful = events;
    },
    dispel,
    settle: async (): Promise<void> => {
      if (doubtful.length > 0) await announceNewer(doubtful);
      dispel();
    },
  };
};
