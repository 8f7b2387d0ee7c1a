import type { EventBus } from '../bus/event-bus.ts';
import { type Logger, outsideSpans } from '@qr-attendance/observability';
import { createWorker, type Worker } from '@qr-attendance/server';
import type { OutboxStore } from './outbox-store.ts';

const BATCH = 200;
const POLL_MS = 1_000;

/** Woken after each commit; stopping publishes what is under way. */
export type OutboxRelay = Worker;

/**
 * Publishes what waits in an outbox, then removes it: woken by each commit, polling only as a backstop for events
 * that another replica left behind. A crash in between publishes the same event again, which consumers bear. Any
 * number of replicas may relay one outbox.
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
  /** How long after a round the next one begins at the earliest, so that more events share what a round costs; 0 unless said. */
  minIntervalMs?: number | undefined;
}): OutboxRelay => {
  const publishBatch = async (): Promise<boolean> =>
    (await store.publishPending(BATCH, bus.publish)) === BATCH;
  return createWorker('outbox', () => outsideSpans(publishBatch), POLL_MS, log, minIntervalMs);
};
