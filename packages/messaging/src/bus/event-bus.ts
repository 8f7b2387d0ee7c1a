import type { Event, Topic } from '@qr-attendance/contracts/events';
import type { z } from 'zod/mini';
import type { DeadLetterStore } from '../dead-letters/dead-letter-store.ts';

export interface Subscription {
  topic: Topic;
  /**
   * Must resolve only after the effect is durable. An event may be delivered twice, and an older event may be
   * delivered after a newer one.
   */
  handle: (event: Event) => Promise<void>;
}

/** Pairs a topic with a handler of its parsed payload. */
export const subscribeTo = <Payload extends z.ZodMiniType>(
  topic: Topic<Payload>,
  handle: (payload: z.output<Payload>, event: Event) => Promise<void>,
): Subscription => ({
  topic,
  handle: async (event) => handle(topic.payload.parse(event.payload), event),
});

export interface Lag {
  group: string;
  topic: string;
  events: number;
}

/**
 * Each group (one per service) gets every event of its topics at least once; its members (replicas) share the
 * events. Adapters pass the contract suite in `test/support/event-bus-contract.ts`.
 */
export interface EventBus {
  /**
   * Makes a group's subscription durable: from now on the bus keeps events for the group, even without
   * members.
   * Can be repeated.
   */
  declare: (group: string, topics: Topic[]) => Promise<void>;
  publish: (event: Event) => Promise<void>;
  /**
   * An event that keeps failing becomes a dead letter after bounded retries. While the database is
   * unavailable, events wait indefinitely.
   */
  subscribe: (group: string, subscriptions: Subscription[], deadLetters: DeadLetterStore) => Promise<void>;
  backlog: (topic: string) => Promise<number>;
  lag: () => Promise<Lag[]>;
  close: () => Promise<void>;
}
