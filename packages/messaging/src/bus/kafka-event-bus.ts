import { type Event, subscribedTopics } from '@qr-attendance/contracts/events';
import type { Logger } from '@qr-attendance/observability';
import { createBatcher } from '@qr-attendance/server';
import { MAX_EVENTS_PER_MESSAGE, type TopicFilter, type Message, toMessages } from './event-batch.ts';
import type { EventBus, Lag } from './event-bus.ts';
import { createHandleMessage } from './kafka/handle-message.ts';
import { connectClient, type KafkaClient } from './kafka/connect-client.ts';
import type { BatchOptions } from './kafka/handle-batch.ts';
import { toRecord } from './kafka/messages.ts';
import { createKafkaNames, type KafkaNames } from './kafka/kafka-names.ts';
import { ensureConsumerOffsets } from './kafka/consumer-offsets.ts';
import { processByKey } from './kafka/process-by-key.ts';
import { createSender } from './kafka/sender.ts';
import { DEFAULT_TIMING, type KafkaSettings } from './kafka/settings.ts';
import { createTopicAdmin } from './kafka/topics.ts';
import { createRetrySchedule } from './retry-schedule.ts';
import { createTryEvent } from './try-event.ts';

const readLag = async (
  { client, names }: { client: KafkaClient; names: KafkaNames },
  group: string,
  topics: string[],
): Promise<Lag[]> => {
  const committed = await client.fetchOffsets(names.group(group), topics);
  return Promise.all(
    topics.map(async (topic) => {
      const behind = (await client.fetchEnds(topic)).map(({ partition, low, high }) => {
        const known = committed.find((one) => one.topic === topic && one.partition === partition);
        return Number(high - (known?.offset ?? low));
      });
      return { group, topic: names.plain(topic), events: behind.reduce((sum, events) => sum + events, 0) };
    }),
  );
};

export type { KafkaSettings } from './kafka/settings.ts';

/** Maps each topic to one Kafka topic, and each group to one consumer group (docs/decisions/event-bus.md). */
export const connectKafkaEventBus = async ({
  log,
  inBatches = () => false,
  ...settings
}: KafkaSettings & {
  log: Logger;
  /** No topics by default, because every member of a group must be able to read batches. */
  inBatches?: TopicFilter;
}): Promise<EventBus> => {
  const timing = { ...DEFAULT_TIMING, ...settings.timing };
  const names = createKafkaNames(settings.prefix ?? '');
  const client = await connectClient(settings, log);
  const { partitions = 12, replication = 1 } = settings;
  const topics = createTopicAdmin(client, names, { partitions, replication });
  const sender = createSender(client);
  const send = (message: Message) => sender.send(toRecord(names.topic(message.topic), message));
  const sendInBatches = createBatcher<Event, void>(async (events) => {
    const byTopic = [...Map.groupBy(events, ({ topic }) => topic).values()];
    await Promise.all(byTopic.flatMap((some) => toMessages(some, true)).map(send));
    return events.map(() => undefined);
  }, MAX_EVENTS_PER_MESSAGE);
  const schedule = createRetrySchedule(settings.timeScale ?? 1);
  const stopping = new AbortController();
  const members: { group: string; topics: string[]; close: () => Promise<void> }[] = [];

  const subscribe: EventBus['subscribe'] = async (group, subscriptions, deadLetters) => {
    const wanted = subscriptions.map(({ topic }) => topic);
    await topics.ensureAll(wanted);
    const tryEvent = createTryEvent({ deadLetters, schedule, log: log.child({ group }) });
    const handleMessage = createHandleMessage({ subscriptions, tryEvent, schedule });
    const listened = wanted.map(({ name }) => names.topic(name));
    const groupId = names.group(group);
    const handle: BatchOptions['handle'] = (topic, partition, records, signal) =>
      processByKey(
        records,
        ({ key, offset }) => key?.toString() ?? offset,
        (message) => handleMessage({ topic: names.plain(topic), partition, message }, signal),
      );
    const { close } = await client.startConsumer({
      groupId,
      topics: listened,
      timing,
      handle,
      log,
      stopping: stopping.signal,
    });
    members.push({ group, topics: listened, close });
  };

  return {
    declare: async (group, wanted) => {
      await topics.ensureAll(wanted);
      await ensureConsumerOffsets({ client, names, log }, group, wanted);
    },
    publish: async (event) => {
      await topics.ensurePublishable(event.topic);
      if (inBatches(event.topic)) await sendInBatches(event);
      else await send(event);
    },
    subscribe,
    backlog: async (topic) => {
      const groups = Object.entries(subscribedTopics).flatMap(([group, wanted]) =>
        wanted.some(({ name }) => name === topic) ? [group] : [],
      );
      const lags = await Promise.all(
        groups.map((group) => readLag({ client, names }, group, [names.topic(topic)])),
      );
      return Math.max(0, ...lags.flat().map(({ events }) => events));
    },
    lag: async () =>
      (
        await Promise.all(members.map((member) => readLag({ client, names }, member.group, member.topics)))
      ).flat(),
    close: async () => {
      stopping.abort();
      await Promise.all(members.map((member) => member.close()));
      await sender.close();
      await client.close();
    },
  };
};
