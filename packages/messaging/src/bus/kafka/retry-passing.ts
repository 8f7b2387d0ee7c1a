import pRetry from 'p-retry';
import type { KafkaClient } from './kafka-client.ts';

/**
 * Asks again while the cluster says that it can't tell yet: clients give up at the first such answers, though a cluster
 * that has just begun, or is busy, gives several.
 */
export const retryPassing = <Answer>(
  { isPassing }: Pick<KafkaClient, 'isPassing'>,
  ask: () => Promise<Answer>,
): Promise<Answer> =>
  pRetry(ask, {
    retries: 20,
    minTimeout: 100,
    maxTimeout: 1_000,
    shouldRetry: ({ error }) => isPassing(error),
  });
