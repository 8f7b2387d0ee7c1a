import type { Event, Topic } from '@qr-attendance/contracts/events';
import type { z } from 'zod/mini';
import type { DeadLetterStore } from '../dead-letters/dead-letter-store.ts';

export interface Subscription {
  topic: Topic;
  /** Must be done (durably) when it resolves; may see an event again, or an older one after a newer one. */
  handle: (event: Event) => Promise<void>;
}

/** Pairs a topic with its handler, which gets the payload parsed by the topic's schema. */
export const on = <Payload extends z.ZodMiniType>(
  topic: Topic<Payload>,
  handle: (payload: z.output<Payload>, event: Event) => Promise<void>,
): Subscription => ({
  topic,
  handle: async (event) => handle(topic.payload.parse(event.payload), event),
});

/** How many events of a topic a group has still to handle. */
export interface Lag {
  group: string;
  topic: string;
  events: number;
}

/**
 * How services tell each other facts. Each group (one per service) gets every event of its topics at least once;
 * the members of a group (replicas) share them. Adapters pass the contract suite in `testing/event-bus-contract.ts`.
 */
export interface EventBus {
  /** Makes a group's wish durable: from now on its events wait for it, whether a member runs or not. Repeatable. */
  declare: (group: string, topics: Topic[]) => Promise<void>;
  /** Resolves when the event is durable. Publishing the same event again does no harm. */
  publish: (event: Event) => Promise<void>;
  /**
   * Starts handling. An event that keeps failing is put aside after bounded retries; while the database is away events
   * wait, however long.
   */
  subscribe: (group: string, subscriptions: Subscription[], deadLetters: DeadLetterStore) => Promise<void>;
  /** How many events of a topic wait for the group that is furthest behind. */
  backlog: (topic: string) => Promise<number>;
  /** The lag of the groups that this connection has subscribed. */
  lag: () => Promise<Lag[]>;
  /** Stops taking events, finishes those at hand, lets go of the connection. */
  close: () => Promise<void>;
}
