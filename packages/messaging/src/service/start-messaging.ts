import type { Logger, Metrics } from '@qr-attendance/observability';
import type { BusConfig } from '../bus/bus-config.ts';
import { connectEventBus } from '../bus/connect-event-bus.ts';
import type { Subscription } from '../bus/event-bus.ts';
import type { DeadLetterStore } from '../dead-letters/dead-letter-store.ts';
import { watchBus } from '../observe/watch-bus.ts';
import { watchOutbox } from '../observe/watch-outbox.ts';
import { startOutboxRelay } from '../outbox/outbox-relay.ts';
import type { OutboxStore } from '../outbox/outbox-store.ts';
import type { Republishing } from '../outbox/republish.ts';

/** A service's part in the bus. */
export interface Messaging {
  /** Say that something was written to an outbox; it is published at once. */
  wake: () => void;
  /** For replays. */
  publishBulk: Republishing['publishBulk'];
  backlog: Republishing['backlog'];
  /** Starts handling events as a member of `group`; what cannot be handled goes to `deadLetters`. */
  subscribe: (group: string, subscriptions: Subscription[], deadLetters: DeadLetterStore) => Promise<void>;
  /** Stops publishing, then taking events, each after what is under way. */
  stop: () => Promise<void>;
}

/**
 * Connects a service to the bus that its settings name, and publishes what waits in its outboxes. Depth of the outboxes,
 * lag and dead letters are told to `metrics`.
 * @throws ConfigError naming the variable that is missing or wrong
 */
export const startMessaging = async (
  config: BusConfig,
  {
    outboxes,
    minIntervalMs,
    log,
    metrics,
  }: {
    outboxes: OutboxStore[];
    /**
     * The minimum interval between rounds of publishing, for frequent events that nobody waits for; none by default.
     */
    minIntervalMs?: number;
    log: Logger;
    metrics: Metrics;
  },
): Promise<Messaging> => {
  const bus = await connectEventBus(config, log);
  watchOutbox(metrics, ...outboxes);
  const relays = outboxes.map((store) => startOutboxRelay({ store, bus, log, minIntervalMs }));
  return {
    wake: () => relays.forEach((relay) => relay.wake()),
    publishBulk: async (events) => {
      await Promise.all(events.map((event) => bus.publish({ ...event, bulk: true })));
    },
    backlog: bus.backlog,
    subscribe: async (group, subscriptions, deadLetters) => {
      await bus.subscribe(group, subscriptions, deadLetters);
      watchBus(metrics, { bus, group, deadLetters });
    },
    stop: async () => {
      await Promise.all(relays.map((relay) => relay.stop()));
      await bus.close();
    },
  };
};
