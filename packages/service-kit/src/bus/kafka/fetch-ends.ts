import type { Admin } from 'kafkajs';
import pRetry from 'p-retry';

const isPassing = (error: Error): boolean => 'retriable' in error && error.retriable === true;

/**
 * Where each partition of a topic begins and ends. A topic that was made a moment ago has no leader that serves it yet,
 * longer so on a busy cluster; kafkajs gives up at the first such answer.
 */
export const fetchEnds = (admin: Admin, topic: string): ReturnType<Admin['fetchTopicOffsets']> =>
  pRetry(() => admin.fetchTopicOffsets(topic), {
    retries: 20,
    minTimeout: 100,
    maxTimeout: 1_000,
    shouldRetry: ({ error }) => isPassing(error),
  });
