import pRetry from 'p-retry';
import type { KafkaClient } from './connect-client.ts';

/** kafkajs gives up at the first of these errors, although a new or busy cluster returns several. */
export const retryTransient = <Answer>(
  { isTransient }: Pick<KafkaClient, 'isTransient'>,
  ask: () => Promise<Answer>,
): Promise<Answer> =>
  pRetry(ask, {
    retries: 20,
    minTimeout: 100,
    maxTimeout: 1_000,
    shouldRetry: ({ error }) => isTransient(error),
  });
