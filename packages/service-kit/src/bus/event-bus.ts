import type { Event, Topic } from '@qr-attendance/contracts/events';
import type { z } from 'zod/mini';

/** What a group does with one topic's events. */
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

/** What a group could not handle, with the last reason. */
export interface DeadLetter {
  id: string;
  /** The event, when it is one. */
  event?: Event;
  /** What it says instead, when it is none. */
  raw?: string;
  reason: string;
  /** Tries before it was given up. */
  attempts: number;
  /** Where it was found first; partition and offset where the bus has such. */
  origin: { topic: string; partition?: number; offset?: string };
}

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
  /** Starts handling; events that keep failing end in the group's dead letters after bounded retries. */
  subscribe: (group: string, subscriptions: Subscription[]) => Promise<void>;
  /** Oldest first. */
  deadLetters: (group: string) => Promise<DeadLetter[]>;
  /**
   * Gives dead letters back to their group alone, once the cause is mended; what fails again becomes one again.
   * @returns how many
   */
  redrive: (group: string, ids: string[] | 'all') => Promise<number>;
  /** Of the groups this connection has subscribed for. */
  lag: () => Promise<Lag[]>;
  /** Stops taking events, finishes those at hand, lets go of the connection. */
  close: () => Promise<void>;
}
