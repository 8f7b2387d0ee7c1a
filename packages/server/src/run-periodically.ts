import type { Logger } from '@qr-attendance/observability';

/** Runs never overlap. A failure is logged, and the next run retries. */
export const runPeriodically = (
  name: string,
  task: () => Promise<void>,
  intervalMs: number,
  log: Logger,
): { stop: () => Promise<void> } => {
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= task()
      .catch((error: unknown) => log.warn({ err: error, task: name }, 'periodic task failed'))
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(run, intervalMs);
  run();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
};
