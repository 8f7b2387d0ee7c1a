import type { Event } from '@qr-attendance/contracts/events';

/** Resolves when the event is durable on the bus. */
export type Publish = (event: Event) => Promise<void>;

/** Publishes events side by side. @returns those that are published, and why others are not */
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
