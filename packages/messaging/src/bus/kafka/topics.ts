import { topics as known, type Topic, type TopicKind } from '@qr-attendance/contracts/events';
import type { KafkaClient, NewTopic } from './connect-client.ts';
import type { KafkaNames } from './kafka-names.ts';
import { retryTransient } from './retry-transient.ts';

const DAY_MS = 86_400_000;
/** The retention covers consumers that were down; topics are not an archive. */
const FACTS_RETENTION_MS = 14 * DAY_MS;

const CLEANUP: Record<TopicKind, Record<string, string>> = {
  state: { 'cleanup.policy': 'compact', 'min.cleanable.dirty.ratio': '0.2' },
  fact: { 'cleanup.policy': 'delete', 'retention.ms': String(FACTS_RETENTION_MS) },
};

interface TopicSpec {
  name: string;
  kind: TopicKind;
}

/** Creates missing topics. A process without that permission uses the topics that the migration created. */
export const createTopicAdmin = (
  client: KafkaClient,
  names: KafkaNames,
  { partitions, replication }: { partitions: number; replication: number },
) => {
  const there = new Set<string>();

  const create = ({ name, kind }: TopicSpec): NewTopic => ({
    name,
    partitions,
    replication,
    config: {
      ...CLEANUP[kind],
      // With three replicas, one replica may be unavailable, and acknowledged messages still have two copies.
      'min.insync.replicas': replication > 2 ? '2' : '1',
    },
  });

  const ensure = async (wanted: TopicSpec[]): Promise<void> => {
    if (wanted.every(({ name }) => there.has(name))) return;
    const existing = new Set(await client.listTopics());
    const missing = wanted.filter(({ name }) => !existing.has(name));
    if (missing.length > 0) {
      await client.createTopics(missing.map(create));
      // A new topic may not have a leader yet.
      await Promise.all(missing.map(({ name }) => retryTransient(client, () => client.fetchEnds(name))));
    }
    for (const { name } of wanted) there.add(name);
  };

  return {
    ensureAll: (topics: Topic[]): Promise<void> =>
      ensure(
        [...new Map([...known, ...topics].map((topic) => [topic.name, topic])).values()].map(
          ({ name, kind }) => ({ name: names.topic(name), kind }),
        ),
      ),
    ensurePublishable: (topic: string): Promise<void> =>
      ensure([{ name: names.topic(topic), kind: known.find(({ name }) => name === topic)?.kind ?? 'fact' }]),
  };
};
