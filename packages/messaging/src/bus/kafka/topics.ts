import { topics as known, type Topic, type TopicKind } from '@qr-attendance/contracts/events';
import type { KafkaClient, NewTopic } from './kafka-client.ts';
import type { Names } from './names.ts';
import { retryPassing } from './retry-passing.ts';

const DAY_MS = 86_400_000;
/** Facts are for consumers that were away, not for the archive. */
const FACTS_KEPT_MS = 14 * DAY_MS;

const CLEANUP: Record<TopicKind, Record<string, string>> = {
  state: { 'cleanup.policy': 'compact', 'min.cleanable.dirty.ratio': '0.2' },
  fact: { 'cleanup.policy': 'delete', 'retention.ms': String(FACTS_KEPT_MS) },
};

/** A topic as it is to be on the cluster. */
interface Wanted {
  name: string;
  kind: TopicKind;
}

/** Makes topics that are not there; who may not make any finds them there, made by the migration. */
export const makeTopics = (
  client: KafkaClient,
  names: Names,
  { partitions, replication }: { partitions: number; replication: number },
) => {
  const there = new Set<string>();

  const create = ({ name, kind }: Wanted): NewTopic => ({
    name,
    partitions,
    replication,
    config: {
      ...CLEANUP[kind],
      // With three copies one may be away, and what is acknowledged is still in two places.
      'min.insync.replicas': replication > 2 ? '2' : '1',
    },
  });

  const ensure = async (wanted: Wanted[]): Promise<void> => {
    if (wanted.every(({ name }) => there.has(name))) return;
    const found = new Set(await client.listTopics());
    const missing = wanted.filter(({ name }) => !found.has(name));
    if (missing.length > 0) {
      await client.createTopics(missing.map(create));
      // One made a moment ago has no leader yet that serves it.
      await Promise.all(missing.map(({ name }) => retryPassing(client, () => client.fetchEnds(name))));
    }
    for (const { name } of wanted) there.add(name);
  };

  return {
    /** Ensures the topics that a group subscribes to, and all topics of the contracts, which others publish to. */
    ensureAll: (topics: Topic[]): Promise<void> =>
      ensure(
        [...new Map([...known, ...topics].map((topic) => [topic.name, topic])).values()].map(
          ({ name, kind }) => ({ name: names.topic(name), kind }),
        ),
      ),
    /** A topic that is about to be published to, which only a test would not have declared. */
    ensurePublishable: (topic: string): Promise<void> =>
      ensure([{ name: names.topic(topic), kind: known.find(({ name }) => name === topic)?.kind ?? 'fact' }]),
  };
};
