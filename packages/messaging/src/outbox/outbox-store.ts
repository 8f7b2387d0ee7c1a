import type { Publish } from './publish-all.ts';

/** Events written atomically with the state that they describe, waiting to be published. */
export interface OutboxStore {
  /**
   * Publishes waiting events, oldest first if the store knows an order, and removes those for which `publish`
   * resolved; one that was replaced by a newer event of its aggregate meanwhile stays. The last event
   * published of a key is always that of its newest version, whatever other replicas do.
   * @returns the number of events taken; equal to `limit` if there may be more
   * @throws the first publication error, after the others are removed
   */
  publishPending: (limit: number, publish: Publish) => Promise<number>;
  depth: () => Promise<number>;
}
