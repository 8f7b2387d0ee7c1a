import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@qr-attendance/observability';

/** Work that waits somewhere, done as soon as somebody says so. */
export interface Worker {
  /** Say that there is work; it starts at once. */
  wake: () => void;
  /** Finishes what is under way and starts nothing more. */
  stop: () => Promise<void>;
}

/**
 * Runs `task` when woken, and every `backstopMs` for work that nobody here heard of; never twice at once. `task` does
 * one batch and answers whether more waits. A failure is logged and tried again with the next wake or backstop.
 * @param minIntervalMs how long after a batch that left nothing the next one begins at the earliest, for what comes one by one but
 *   often, and is in no hurry: more of it shares a batch. What comes after a longer pause waits for nobody
 */
export const createWorker = (
  name: string,
  task: () => Promise<boolean>,
  backstopMs: number,
  log: Logger,
  minIntervalMs = 0,
): Worker => {
  const stopping = new AbortController();
  let stopped = false;
  let begunAt = -Infinity;
  let woken = false;
  let running: Promise<void> | undefined;

  const mayBegin = async (): Promise<void> => {
    const early = begunAt + minIntervalMs - performance.now();
    if (early > 0) await sleep(early, undefined, { signal: stopping.signal }).catch(() => undefined);
  };
  const untilNoneWaits = async (): Promise<void> => {
    try {
      do {
        await mayBegin();
        woken = false;
        begunAt = performance.now();
        if (await task()) {
          woken = true;
          begunAt = -Infinity;
        }
      } while (woken && !stopped);
    } catch (error) {
      log.warn({ err: error, task: name }, 'task failed, retrying');
    }
  };
  const wake = (): void => {
    woken = true;
    if (stopped || running) return;
    running = untilNoneWaits().finally(() => {
      running = undefined;
    });
  };
  const backstop = setInterval(wake, backstopMs);
  wake();
  return {
    wake,
    stop: async () => {
      stopped = true;
      stopping.abort();
      clearInterval(backstop);
      await running;
    },
  };
};
