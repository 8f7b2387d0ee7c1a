import type { Event } from '@qr-attendance/contracts/events';

export type Publish = (event: Event) => Promise<void>;

export interface OutboxStore {
  /**
   * Publishes waiting events, oldest first if the store knows an order, and removes those for which `publish`
   * resolved; an event that a newer one replaced in the meantime stays. The last event published for a key is
   * always its newest version, whatever other replicas do.
   * @returns the number of events taken; equal to `limit` if there may be more
   * @throws the first publication error, after the other events are removed
   */
  publishPending: (limit: number, publish: Publish) => Promise<number>;
  depth: () => Promise<number>;
}

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
