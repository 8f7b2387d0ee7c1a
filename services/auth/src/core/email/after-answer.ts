import type { Logger } from '@qr-attendance/observability';
import { DomainError } from '@qr-attendance/server';
import PQueue from 'p-queue';

const CONCURRENCY = 8;
const MAX_WAITING = 1_000;

/**
 * Runs the rest of a request after its answer, so that the response time does not reveal whether an account
 * exists.
 */
export const createAfterAnswer = (log: Logger) => {
  const queue = new PQueue({ concurrency: CONCURRENCY });
  return {
    run: async (work: () => Promise<void>): Promise<void> => {
      if (queue.size >= MAX_WAITING) await queue.onSizeLessThan(MAX_WAITING);
      void queue.add(work).catch((error: unknown) => {
        if (!(error instanceof DomainError)) log.warn({ err: error }, 'email suppressed by a limit');
      });
    },
    stop: (): Promise<void> => queue.onIdle(),
  };
};
export type AfterAnswer = ReturnType<typeof createAfterAnswer>;
