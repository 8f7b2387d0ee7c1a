import type { Admin } from 'kafkajs';
import { retryPassing } from './retry-passing.ts';

/** Where each partition of a topic begins and ends. One made a moment ago has no leader yet that serves it. */
export const fetchEnds = (admin: Admin, topic: string): ReturnType<Admin['fetchTopicOffsets']> =>
  retryPassing(() => admin.fetchTopicOffsets(topic));
