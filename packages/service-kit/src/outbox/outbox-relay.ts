import type { EventBus } from '../bus/event-bus.ts';
import type { Logger } from '../logging.ts';
import { outsideSpans } from '../tracing/spans.ts';
import type { OutboxStore } from './outbox-store.ts';

const BATCH = 50;
const POLL_MS = 1_000;

export interface OutboxRelay {
  /** Say that something was committed; publishing starts at once. */
  wake: () => void;
  /** Publishes what is under way and stops. */
  stop: () => Promise<void>;
}

/**
 * Publishes what waits in an outbox, then removes it: woken by each commit, polling only as a backstop for events
 * that another replica left behind. A crash in between publishes the same event again, which consumers bear. Any
 * number of replicas may relay one outbox.
 */
export const startOutboxRelay = ({
  store,
  bus,
  log,
}: {
  store: OutboxStore;
  bus: EventBus;
  log: Logger;
}): OutboxRelay => {
  let stopped = false;
  let woken = false;
  let running: Promise<void> | undefined;

  const drain = async (): Promise<void> => {
    try {
      do {
        woken = false;
        while ((await store.publishPending(BATCH, bus.publish)) === BATCH && !stopped);
      } while (woken && !stopped);
    } catch (error) {
      log.warn({ err: error }, 'outbox: publishing failed, trying again soon');
    }
  };

  const wake = (): void => {
    woken = true;
    if (stopped || running) return;
    running = outsideSpans(drain).finally(() => {
      running = undefined;
    });
  };
  const backstop = setInterval(wake, POLL_MS);
  wake();

  return {
    wake,
    stop: async () => {
      stopped = true;
      clearInterval(backstop);
      await running;
    },
  };
};
