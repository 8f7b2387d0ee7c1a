import type { EventBus } from '../bus/event-bus.ts';
import type { OutboxStore } from '../outbox/outbox-store.ts';
import type { DeadLetterStore } from '../dead-letters/dead-letter-store.ts';
import { callAtIntervals, type Metrics } from '@qr-attendance/observability';

/** The interval is long, because dead letters are rare and nobody reacts within a minute. */
const DEAD_LETTERS_EVERY_MS = 30_000;

export const watchBus = (
  metrics: Metrics,
  {
    bus,
    group,
    deadLetters,
    deadLettersEveryMs = DEAD_LETTERS_EVERY_MS,
  }: { bus: EventBus; group: string; deadLetters: DeadLetterStore; deadLettersEveryMs?: number },
): void => {
  metrics.gauge(
    {
      name: 'event_consumer_lag',
      help: 'Events of a topic that a group has not handled yet.',
      labels: ['group', 'topic'],
    },
    async () =>
      (await bus.lag()).map((lag) => ({ labels: { group: lag.group, topic: lag.topic }, value: lag.events })),
  );
  const count = callAtIntervals(deadLetters.count, deadLettersEveryMs);
  metrics.gauge(
    {
      name: 'dead_letters',
      help: 'Dead letters of a group.',
      labels: ['group'],
    },
    async () => [{ labels: { group }, value: await count() }],
  );
};

/** Reports the number of events in all outboxes of the service, on every replica. */
export const watchOutbox = (metrics: Metrics, ...outboxes: Pick<OutboxStore, 'depth'>[]): void =>
  metrics.gauge(
    { name: 'outbox_depth', help: 'Events in the outbox that are not published yet.', labels: [] },
    async () => {
      const depths = await Promise.all(outboxes.map((outbox) => outbox.depth()));
      return [{ labels: {}, value: depths.reduce((sum, depth) => sum + depth, 0) }];
    },
  );
