import type { Logger } from '../logging.ts';
import type { EventBus, Subscription } from './event-bus.ts';
import { makeKafka } from './kafka/client.ts';
import { startConsumer } from './kafka/consumer.ts';
import { makeDeadLetters } from './kafka/dead-letters.ts';
import { makeHandleBatch } from './kafka/handle-batch.ts';
import { makeHandleMessage } from './kafka/handle-message.ts';
import { readLag } from './kafka/lag.ts';
import { toMessage } from './kafka/messages.ts';
import { makeNames } from './kafka/names.ts';
import { fixPlaceOfGroup } from './kafka/place-of-group.ts';
import { readTopic } from './kafka/read-topic.ts';
import { makeSender } from './kafka/sender.ts';
import { DEFAULT_TIMING, type KafkaSettings } from './kafka/settings.ts';
import { makeTopics } from './kafka/topics.ts';

export type { KafkaSettings } from './kafka/settings.ts';

/** The event bus on Apache Kafka, by kafkajs: a topic per topic, a consumer group per group (docs/adr/0020). */
export const connectKafkaEventBus = async ({
  log,
  ...settings
}: KafkaSettings & { log: Logger }): Promise<EventBus> => {
  const timing = { ...DEFAULT_TIMING, ...settings.timing };
  const names = makeNames(settings.prefix ?? '');
  const kafka = makeKafka(settings, log);
  const admin = kafka.admin();
  await admin.connect();
  const { partitions = 12, replication = 1 } = settings;
  const topics = makeTopics(admin, names, { partitions, replication });
  const sender = makeSender(kafka);
  const read = (topic: string) => readTopic({ kafka, admin, timing }, topic);
  const deadLetters = makeDeadLetters({ names, topics, sender, readTopic: read });
  const stopping = new AbortController();
  const members: { group: string; topics: string[]; close: () => Promise<void> }[] = [];

  const subscribe = async (group: string, subscriptions: Subscription[]): Promise<void> => {
    const wanted = subscriptions.map(({ topic }) => topic);
    await topics.ensureFor(group, wanted);
    const handleMessage = makeHandleMessage({
      subscriptions,
      timing,
      giveUp: (letter) => deadLetters.add(group, letter),
      log: log.child({ group }),
    });
    const { heartbeatMs } = timing;
    const eachBatch = makeHandleBatch({ handleMessage, names, heartbeatMs, stopping: stopping.signal });
    const listened = [...wanted.map(({ name }) => names.topic(name)), names.redriven(group)];
    const groupId = names.group(group);
    const { close } = await startConsumer({ kafka, groupId, topics: listened, timing, eachBatch, log });
    members.push({ group, topics: listened, close });
  };

  return {
    declare: async (group, wanted) => {
      await topics.ensureFor(group, wanted);
      await fixPlaceOfGroup({ kafka, admin, names, log }, group, wanted);
    },
    publish: async (event) => {
      await topics.ensurePublishable(event.topic);
      await sender.send(names.topic(event.topic), toMessage(event));
    },
    subscribe,
    deadLetters: deadLetters.list,
    redrive: deadLetters.redrive,
    lag: async () =>
      (
        await Promise.all(members.map((member) => readLag({ admin, names }, member.group, member.topics)))
      ).flat(),
    close: async () => {
      stopping.abort();
      await Promise.all(members.map((member) => member.close()));
      await sender.close();
      await admin.disconnect();
    },
  };
};
