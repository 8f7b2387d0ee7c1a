import type { Event, Topic } from '@qr-attendance/contracts/events';
import type { z } from 'zod';

/** What a group does with one topic's events. */
export interface Subscription {
  topic: Topic;
  /** Must be done (durably) when it resolves; may see an event again, or an older one after a newer one. */
  handle: (event: Event) => Promise<void>;
}

/** Pairs a topic with its handler, which gets the payload parsed by the topic's schema. */
export const on = <Payload extends z.ZodType>(
  topic: Topic<Payload>,
  handle: (payload: z.output<Payload>, event: Event) => Promise<void>,
): Subscription => ({
  topic,
  handle: async (event) => handle(topic.payload.parse(event.payload), event),
});

/** An event that a group could not handle, with the last reason. */
export interface DeadLetter {
  event: Event;
  reason: string;
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
  deadLetters: (group: string) => Promise<DeadLetter[]>;
  /** Stops taking events, finishes those at hand, lets go of the connection. */
  close: () => Promise<void>;
}
