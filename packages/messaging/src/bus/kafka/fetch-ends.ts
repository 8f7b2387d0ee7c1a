import kafkajs, { type Admin } from 'kafkajs';
import pLimit from 'p-limit';
import { retryPassing } from './retry-passing.ts';

type Ends = Awaited<ReturnType<Admin['fetchTopicOffsets']>>;

/**
 * Questions about topics, one after the other: kafkajs' admin keeps one list of the topics that it knows, and a
 * question about a topic that is not there yet spoils the answers to those asked beside it.
 */
const inTurn = pLimit(1);

/** Where each partition of a topic begins and ends, for a topic that is known to be there. */
export const fetchEndsOnce = (admin: Admin, topic: string): Promise<Ends> =>
  inTurn(() => admin.fetchTopicOffsets(topic));

/** Where each partition of a topic begins and ends. One made a moment ago has no leader yet that serves it. */
export const fetchEnds = (admin: Admin, topic: string): Promise<Ends> =>
  retryPassing(() =>
    inTurn(async () => {
      const found = await admin.listTopics();
      if (!found.includes(topic))
        throw new kafkajs.KafkaJSError(`no broker knows ${topic} yet`, { retriable: true });
      return admin.fetchTopicOffsets(topic);
    }),
  );
