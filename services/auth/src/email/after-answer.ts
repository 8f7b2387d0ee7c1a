import type { Logger } from '@qr-attendance/observability';
import { DomainError } from '@qr-attendance/server';
import PQueue from 'p-queue';

const AT_ONCE = 8;
/** Beyond so many, whoever asks waits. */
const MAX_WAITING = 1_000;

/** Finishes requests after their answer, so that its time does not tell whether there is an account. */
export const createAfterAnswer = (log: Logger) => {
  const queue = new PQueue({ concurrency: AT_ONCE });
  return {
    run: async (work: () => Promise<void>): Promise<void> => {
      if (queue.size >= MAX_WAITING) await queue.onSizeLessThan(MAX_WAITING);
      void queue.add(work).catch((error: unknown) => {
        // A ceiling that was reached meanwhile is counted where it is found.
        if (!(error instanceof DomainError)) log.warn({ err: error }, 'email suppressed by a limit');
      });
    },
    stop: (): Promise<void> => queue.onIdle(),
  };
};
