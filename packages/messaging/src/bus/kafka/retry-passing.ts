import pRetry from 'p-retry';

const isPassing = (error: Error): boolean => 'retriable' in error && error.retriable === true;

/**
 * Asks an admin again while the cluster says that it can't tell yet: kafkajs gives up at the first such answer, though
 * a cluster that has just begun, or is busy, gives several.
 */
export const retryPassing = <Answer>(ask: () => Promise<Answer>): Promise<Answer> =>
  pRetry(ask, {
    retries: 20,
    minTimeout: 100,
    maxTimeout: 1_000,
    shouldRetry: ({ error }) => isPassing(error),
  });
