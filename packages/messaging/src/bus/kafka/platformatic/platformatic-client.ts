import {
  Admin,
  compatibilityPartitioner,
  findErrorBy,
  GenericError,
  ListOffsetTimestamps,
  MultipleErrors,
  ProduceAcks,
  Producer,
} from '@platformatic/kafka';
import type { KafkaClientModule, KafkaProducer, NewTopic } from '../kafka-client.ts';
import type { KafkaSettings } from '../settings.ts';
import { startConsumer } from './consumer.ts';
import { optionsOf } from './options.ts';

const NONE = -1n;

const connectProducer = async (settings: KafkaSettings): Promise<KafkaProducer> => {
  const producer = new Producer({
    // Publishers retry by themselves, so a stopping process need not wait long.
    ...optionsOf(settings, { retries: 5, longestRetryMs: 2_000 }),
    idempotent: true,
    acks: ProduceAcks.ALL,
    // The partitioner of Java's client and kafkajs: a key has the same partition whichever client publishes.
    partitioner: compatibilityPartitioner,
  });
  await producer.initIdempotentProducer({});
  return {
    send: async (records) => {
      await producer.send({
        messages: records.map(({ topic, key, value, headers = {} }) => ({
          topic,
          key: Buffer.from(key),
          ...(value === null ? {} : { value: Buffer.from(value) }),
          headers: new Map(
            Object.entries(headers).map(([name, text]) => [Buffer.from(name), Buffer.from(text)]),
          ),
        })),
      });
    },
    close: () => producer.close(),
  };
};

const createTopics = async (admin: Admin, topics: NewTopic[]): Promise<void> => {
  for (const alike of Map.groupBy(topics, ({ config }) => JSON.stringify(config)).values())
    await admin
      .createTopics({
        topics: alike.map(({ name, partitions, replication }) => ({
          topic: name,
          partitions,
          replicas: replication,
        })),
        configs: Object.entries(alike[0]?.config ?? {}).map(([name, value]) => ({ name, value })),
      })
      .catch((error: unknown) => {
        // Another process created it at the same moment.
        if (!(error instanceof Error) || !findErrorBy(error, 'apiId', 'TOPIC_ALREADY_EXISTS')) throw error;
      });
};

export const probe: KafkaClientModule['probe'] = async (settings) => {
  // A restarting broker may close a connection too, but not as often.
  const admin = new Admin(optionsOf(settings, { retries: 3 }));
  try {
    await admin.metadata({ topics: [] });
  } finally {
    await admin.close();
  }
};

const isUnknownGroup = (error: unknown): boolean =>
  error instanceof Error && findErrorBy(error, 'apiId', 'GROUP_ID_NOT_FOUND') !== null;

export const connectClient: KafkaClientModule['connectClient'] = async (settings) => {
  const admin = new Admin(optionsOf(settings));
  const offsetsAt = async (topic: string, partitions: number, timestamp: bigint) => {
    const asked = Array.from({ length: partitions }, (_one, partitionIndex) => ({
      partitionIndex,
      timestamp,
    }));
    const [found] = await admin.listOffsets({ topics: [{ name: topic, partitions: asked }] });
    return new Map(found?.partitions.map(({ partitionIndex, offset }) => [partitionIndex, offset]));
  };
  return {
    listTopics: () => admin.listTopics(),
    createTopics: (topics) => createTopics(admin, topics),
    fetchEnds: async (topic) => {
      const { topics } = await admin.metadata({ topics: [topic], forceUpdate: true });
      const count = topics.get(topic)?.partitionsCount ?? 0;
      const [lows, highs] = await Promise.all([
        offsetsAt(topic, count, ListOffsetTimestamps.EARLIEST),
        offsetsAt(topic, count, ListOffsetTimestamps.LATEST),
      ]);
      return [...highs].map(([partition, high]) => ({ partition, low: lows.get(partition) ?? 0n, high }));
    },
    fetchOffsets: async (groupId, topics) => {
      const [group] = await admin.listConsumerGroupOffsets({ groups: [groupId] });
      return (group?.topics ?? [])
        .filter(({ name }) => topics.includes(name))
        .flatMap(({ name, partitions }) =>
          partitions.map((one) => ({
            topic: name,
            partition: one.partitionIndex,
            offset: one.committedOffset,
          })),
        )
        .filter(({ offset }) => offset !== NONE);
    },
    hasMembers: async (groupId) => {
      const described = await admin.describeGroups({ groups: [groupId] }).catch((error: unknown) => {
        if (isUnknownGroup(error)) return undefined;
        throw error;
      });
      return (described?.get(groupId)?.members.size ?? 0) > 0;
    },
    setOffsets: (groupId, offsets) =>
      admin.alterConsumerGroupOffsets({
        groupId,
        topics: [...Map.groupBy(offsets, ({ topic }) => topic)].map(([name, some]) => ({
          name,
          partitionOffsets: some.map(({ partition, offset }) => ({ partition, offset })),
        })),
      }),
    connectProducer: () => connectProducer(settings),
    startConsumer: async (wanted) => startConsumer(settings, wanted),
    isTransient: (error) =>
      (GenericError.isGenericError(error) || MultipleErrors.isMultipleErrors(error)) &&
      findErrorBy(error, 'canRetry', true) !== null &&
      findErrorBy(error, 'canRetry', false) === null,
    isTooLarge: (error) => findErrorBy(error, 'apiId', 'MESSAGE_TOO_LARGE') !== null,
    close: () => admin.close(),
  };
};
