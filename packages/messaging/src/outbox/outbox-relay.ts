import type { EventBus } from '../bus/event-bus.ts';
import { type Logger, outsideSpans } from '@qr-attendance/observability';
import { createWorker, type Worker } from '@qr-attendance/server';
import type { OutboxStore } from './outbox-store.ts';

const BATCH = 200;
const POLL_MS = 1_000;

export type OutboxRelay = Worker;

/**
 * Publishes waiting events and removes them. Each commit wakes the relay; polling finds events that another
 * replica left behind. After a crash between the two steps, the same event is published again, so consumers
 * must be idempotent. Several replicas may relay one outbox.
 */
export const startOutboxRelay = ({
  store,
  bus,
  log,
  minIntervalMs = 0,
}: {
  store: OutboxStore;
  bus: EventBus;
  log: Logger;
  /** Minimum interval between rounds; a longer interval lets more events share the cost of a round. 0 by default. */
  minIntervalMs?: number | undefined;
}): OutboxRelay => {
  const publishBatch = async (): Promise<boolean> =>
    (await store.publishPending(BATCH, bus.publish)) === BATCH;
  return createWorker('outbox', () => outsideSpans(publishBatch), POLL_MS, log, minIntervalMs);
};
