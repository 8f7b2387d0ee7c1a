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
 */
export const createWorker = (
  name: string,
  task: () => Promise<boolean>,
  backstopMs: number,
  log: Logger,
): Worker => {
  let stopped = false;
  let woken = false;
  let running: Promise<void> | undefined;

  const untilNoneWaits = async (): Promise<void> => {
    try {
      do {
        woken = false;
        if (await task()) woken = true;
      } while (woken && !stopped);
    } catch (error) {
      log.warn({ err: error, task: name }, 'task failed, trying again soon');
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
      clearInterval(backstop);
      await running;
    },
  };
};
