import kafkajs, { type Kafka, Partitioners, type RetryOptions } from 'kafkajs';
import pLimit from 'p-limit';
import type { CommittedOffset, KafkaClientModule, KafkaProducer } from '../kafka-client.ts';
import { startConsumer } from './consumer.ts';
import { createKafka } from './create-kafka.ts';

const NONE = -1n;
const IDLE = ['Empty', 'Dead'];
/** Publishers retry by themselves, so a stopping process need not wait long. */
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

/** Only a member may set its group's offsets, so this joins the group for a moment. */
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

/** A restarting broker may close a connection too, but not as often. */
const FEW: RetryOptions = { initialRetryTime: 200, retries: 3 };

export const probe: KafkaClientModule['probe'] = async (settings, log) => {
  const admin = createKafka(settings, log, FEW).admin({ retry: FEW });
  try {
    await admin.connect();
    await admin.describeCluster();
  } finally {
    await admin.disconnect();
  }
};

export const connectClient: KafkaClientModule['connectClient'] = async (settings, log) => {
  const kafka = createKafka(settings, log);
  const admin = kafka.admin();
  await admin.connect();
  /**
   * Serialized, because the admin client of kafkajs keeps one list of known topics, and a request about a
   * missing topic breaks concurrent ones.
   */
  const serialize = pLimit(1);
  const there = new Set<string>();
  return {
    listTopics: () => admin.listTopics(),
    createTopics: async (topics) => {
      await admin.createTopics({
        topics: topics.map(({ name, partitions, replication, config }) => ({
          topic: name,
          numPartitions: partitions,
          replicationFactor: replication,
          configEntries: Object.entries(config).map(([entry, value]) => ({ name: entry, value })),
        })),
        // kafkajs' own wait fails if a broker does not know the topic yet.
        waitForLeaders: false,
        timeout: 15_000,
      });
    },
    fetchEnds: (topic) =>
      serialize(async () => {
        if (!there.has(topic)) for (const name of await admin.listTopics()) there.add(name);
        if (!there.has(topic))
          throw new kafkajs.KafkaJSError(`no broker knows ${topic} yet`, { retriable: true });
        const ends = await admin.fetchTopicOffsets(topic);
        return ends.map(({ partition, low, high }) => ({ partition, low: BigInt(low), high: BigInt(high) }));
      }),
    fetchOffsets: async (groupId, topics) => {
      const found = await admin.fetchOffsets({ groupId, topics });
      return found
        .flatMap(({ topic, partitions }) =>
          partitions.map(({ partition, offset }) => ({ topic, partition, offset: BigInt(offset) })),
        )
        .filter(({ offset }) => offset !== NONE);
    },
    hasMembers: async (groupId) => {
      const { groups } = await admin.describeGroups([groupId]);
      return groups.some(({ state }) => !IDLE.includes(state));
    },
    setOffsets: (groupId, offsets) => setOffsets(kafka, groupId, offsets),
    connectProducer: () => connectProducer(kafka),
    startConsumer: (wanted) => startConsumer(kafka, wanted),
    isTransient: (error) => 'retriable' in error && error.retriable === true,
    isTooLarge: (error) => 'type' in error && error.type === 'MESSAGE_TOO_LARGE',
    close: () => admin.disconnect(),
  };
};
