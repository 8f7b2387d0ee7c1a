import kafkajs, { type Kafka, Partitioners, type RetryOptions } from 'kafkajs';
import pLimit from 'p-limit';
import type { Logger } from '@qr-attendance/observability';
import { startConsumer, type ConsumerOptions } from './consumer.ts';
import { createKafka } from './create-kafka.ts';
import type { KafkaSettings } from './settings.ts';

export interface NewRecord {
  topic: string;
  key: string;
  value: string | null;
  headers?: Record<string, string>;
}
export interface NewTopic {
  name: string;
  partitions: number;
  replication: number;
  config: Record<string, string>;
}
export interface CommittedOffset {
  topic: string;
  partition: number;
  offset: bigint;
}
export interface KafkaProducer {
  send: (records: NewRecord[]) => Promise<void>;
  close: () => Promise<void>;
}

const NONE = -1n;
const IDLE = ['Empty', 'Dead'];
/** Publishers repeat failed requests themselves, so few retries keep the time to stop a process short. */
const RETRY = { initialRetryTime: 200, maxRetryTime: 2_000, retries: 5 };

const connectProducer = async (kafka: Kafka): Promise<KafkaProducer> => {
  const producer = kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
    retry: RETRY,
  });
  await producer.connect();
  return {
    send: async (records) => {
      const byTopic = Map.groupBy(records, ({ topic }) => topic);
      const topicMessages = [...byTopic].map(([topic, messages]) => ({
        topic,
        messages: messages.map(({ key, value, headers = {} }) => ({ key, value, headers })),
      }));
      await producer.sendBatch({ acks: -1, topicMessages });
    },
    close: () => producer.disconnect(),
  };
};

/** Kafka accepts offsets only from members of a group, so this function joins the group briefly. */
const setOffsets = async (kafka: Kafka, groupId: string, offsets: CommittedOffset[]): Promise<void> => {
  const topics = [...new Set(offsets.map(({ topic }) => topic))];
  const member = kafka.consumer({ groupId, maxWaitTimeInMs: 100, allowAutoTopicCreation: false });
  await member.connect();
  try {
    await member.subscribe({ topics, fromBeginning: true });
    await member.run({ autoCommit: false, eachBatch: async () => undefined });
    await member.commitOffsets(offsets.map((one) => ({ ...one, offset: String(one.offset) })));
  } finally {
    await member.disconnect();
  }
};

/** Fails after a few closed connections. A restarting broker closes connections, too, but fewer of them. */
const FEW: RetryOptions = { initialRetryTime: 200, retries: 3 };

/** Requests metadata with few retries. @throws errors of kafkajs unchanged */
export const probeKafka = async (settings: KafkaSettings, log: Logger): Promise<void> => {
  const admin = createKafka(settings, log, FEW).admin({ retry: FEW });
  try {
    await admin.connect();
    await admin.describeCluster();
  } finally {
    await admin.disconnect();
  }
};

export type KafkaClient = Awaited<ReturnType<typeof connectClient>>;

/** Wraps the requests that the bus makes, and works around defaults and limits of kafkajs. */
export const connectClient = async (settings: KafkaSettings, log: Logger) => {
  const kafka = createKafka(settings, log);
  const admin = kafka.admin();
  await admin.connect();
  /**
   * Serializes requests: the admin client of kafkajs keeps one list of known topics, and a request about a missing
   * topic makes concurrent requests fail.
   */
  const serialize = pLimit(1);
  const existingTopics = new Set<string>();
  return {
    listTopics: () => admin.listTopics(),
    createTopics: async (topics: NewTopic[]): Promise<void> => {
      await admin.createTopics({
        topics: topics.map(({ name, partitions, replication, config }) => ({
          topic: name,
          numPartitions: partitions,
          replicationFactor: replication,
          configEntries: Object.entries(config).map(([entry, value]) => ({ name: entry, value })),
        })),
        // The wait of kafkajs fails if a broker does not know the topic yet.
        waitForLeaders: false,
        timeout: 15_000,
      });
    },
    fetchEnds: (topic: string) =>
      serialize(async () => {
        if (!existingTopics.has(topic)) for (const name of await admin.listTopics()) existingTopics.add(name);
        if (!existingTopics.has(topic))
          throw new kafkajs.KafkaJSError(`no broker knows ${topic} yet`, { retriable: true });
        const ends = await admin.fetchTopicOffsets(topic);
        return ends.map(({ partition, low, high }) => ({ partition, low: BigInt(low), high: BigInt(high) }));
      }),
    fetchOffsets: async (groupId: string, topics: string[]): Promise<CommittedOffset[]> => {
      const committed = await admin.fetchOffsets({ groupId, topics });
      return committed
        .flatMap(({ topic, partitions }) =>
          partitions.map(({ partition, offset }) => ({ topic, partition, offset: BigInt(offset) })),
        )
        .filter(({ offset }) => offset !== NONE);
    },
    hasMembers: async (groupId: string): Promise<boolean> => {
      const { groups } = await admin.describeGroups([groupId]);
      return groups.some(({ state }) => !IDLE.includes(state));
    },
    /** Requires a group without members. */
    setOffsets: (groupId: string, offsets: CommittedOffset[]) => setOffsets(kafka, groupId, offsets),
    connectProducer: () => connectProducer(kafka),
    startConsumer: (options: ConsumerOptions) => startConsumer(kafka, options),
    isTransient: (error: Error): boolean => 'retriable' in error && error.retriable === true,
    /** The broker rejected records of a partition because their total or single size exceeds its limit. */
    isTooLarge: (error: Error): boolean => 'type' in error && error.type === 'MESSAGE_TOO_LARGE',
    close: () => admin.disconnect(),
  };
};
