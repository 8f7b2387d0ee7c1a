import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@qr-attendance/observability';

export interface Worker {
  wake: () => void;
  stop: () => Promise<void>;
}

/**
 * Runs `task` when woken, and every `backstopMs` for work without a wake-up; runs never overlap. `task`
 * handles one batch and returns whether there is more. A failure is logged, and the next wake-up or backstop
 * retries.
 * @param minIntervalMs minimum interval after a batch that left nothing, for frequent work that is not
 * urgent; work after a longer pause starts at once
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
    // No other code runs between the last check of `woken` and this line, so no wake-up is lost.
    running = undefined;
  };
  const wake = (): void => {
    woken = true;
    if (stopped || running) return;
    running = untilNoneWaits();
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
