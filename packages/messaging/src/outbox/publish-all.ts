import type { Event } from '@qr-attendance/contracts/events';

export type Publish = (event: Event) => Promise<void>;

/** Publishes events concurrently. @returns the published events, and the errors of the others */
export const publishAll = async (
  events: Event[],
  publish: Publish,
): Promise<{ published: Event[]; throwIfFailed: () => void }> => {
  const results = await Promise.allSettled(events.map((event) => publish(event)));
  const failed = results.find((result) => result.status === 'rejected');
  return {
    published: events.filter((_event, index) => results[index]?.status === 'fulfilled'),
    throwIfFailed: () => {
      if (failed) throw failed.reason;
    },
  };
};
