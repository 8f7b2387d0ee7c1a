import type { Publish } from './publish-all.ts';

/** Events written in the same atomic write as the state they tell of, waiting to be published. */
export interface OutboxStore {
  /**
   * Publishes some of the events that wait, oldest first where the store knows an order, and forgets those for which
   * `publish` resolved; one that was replaced by a newer event of its aggregate meanwhile stays. Whatever other
   * replicas do at the same time, the last event published of a key is that of its newest version.
   * @param limit how many at most
   * @returns how many it has taken on; as many as `limit` when there may be more
   * @throws why publishing one of them failed, after the others are forgotten
   */
  publishPending: (limit: number, publish: Publish) => Promise<number>;
  /** How many events wait. */
  depth: () => Promise<number>;
}
