import type { Logger, Metrics } from '@qr-attendance/observability';
import type { BusConfig } from '../bus/bus-config.ts';
import { connectEventBus } from '../bus/connect-event-bus.ts';
import type { Subscription } from '../bus/event-bus.ts';
import type { DeadLetterStore } from '../dead-letters/dead-letter-store.ts';
import { watchBus, watchOutbox } from '../observe/watch-bus.ts';
import { startOutboxRelay } from '../outbox/outbox-relay.ts';
import type { OutboxStore } from '../outbox/outbox-store.ts';
import type { RepublishBus } from '../outbox/republish.ts';

export interface Messaging<Outbox extends string = string> {
  wake: Record<Outbox, () => void>;
  publishBulk: RepublishBus['publishBulk'];
  backlog: RepublishBus['backlog'];
  subscribe: (group: string, subscriptions: Subscription[], deadLetters: DeadLetterStore) => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Connects to the configured bus and publishes the outboxes. Outbox depth, lag and dead letters are reported
 * as metrics.
 * @throws ConfigError naming a missing or invalid variable
 */
export const startMessaging = async <Outbox extends string>(
  config: BusConfig,
  {
    outboxes,
    minIntervalMs,
    log,
    metrics,
  }: {
    outboxes: Record<Outbox, OutboxStore>;
    /**
     * Minimum interval between rounds of publishing, for frequent events that need not arrive quickly; none
     * by default.
     */
    minIntervalMs?: number;
    log: Logger;
    metrics: Metrics;
  },
): Promise<Messaging<Outbox>> => {
  const bus = await connectEventBus(config, log);
  const stores = Object.entries<OutboxStore>(outboxes);
  watchOutbox(metrics, ...stores.map(([, store]) => store));
  const relays = stores.map(([name, store]) => ({
    name,
    relay: startOutboxRelay({ store, bus, log, minIntervalMs }),
  }));
  return {
    wake: Object.fromEntries(
      relays.map(({ name, relay }) => [name, relay.wake]),
    ) as Messaging<Outbox>['wake'],
    publishBulk: async (events) => {
      await Promise.all(events.map((event) => bus.publish({ ...event, bulk: true })));
    },
    backlog: bus.backlog,
    subscribe: async (group, subscriptions, deadLetters) => {
      await bus.subscribe(group, subscriptions, deadLetters);
      watchBus(metrics, { bus, group, deadLetters });
    },
    stop: async () => {
      await Promise.all(relays.map(({ relay }) => relay.stop()));
      await bus.close();
    },
  };
};
