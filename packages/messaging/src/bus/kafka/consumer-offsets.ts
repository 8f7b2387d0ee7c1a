import type { Topic } from '@qr-attendance/contracts/events';
import type { Logger } from '@qr-attendance/observability';
import type { KafkaClient } from './connect-client.ts';
import type { KafkaNames } from './kafka-names.ts';
import { retryTransient } from './retry-transient.ts';

interface Deps {
  client: KafkaClient;
  names: KafkaNames;
  log: Logger;
}

/**
 * A group that is new to a topic of facts reads only new events. Topics of state need no offsets: a group
 * without offsets starts from the beginning and receives the whole state (docs/decisions/event-bus.md).
 */
export const ensureConsumerOffsets = async (
  { client, names, log }: Deps,
  group: string,
  topics: Topic[],
): Promise<void> => {
  const groupId = names.group(group);
  for (const { name, kind } of topics) {
    if (kind === 'state') continue;
    const topic = names.topic(name);
    // The coordinator of a new cluster may still be loading.
    const committed = await retryTransient(client, () => client.fetchOffsets(groupId, [topic]));
    if (committed.length > 0) continue;
    if (await retryTransient(client, () => client.hasMembers(groupId))) {
      // Members of an earlier release, which does not subscribe to the topic, are running; offsets cannot be
      // set, so the topic is read from the beginning.
      log.warn(
        { group, topic: name },
        'the group is running, so no offsets were set; it reads the topic from the beginning',
      );
      continue;
    }
    const ends = await retryTransient(client, () => client.fetchEnds(topic));
    const offsets = ends.map(({ partition, high }) => ({ topic, partition, offset: high }));
    await retryTransient(client, () => client.setOffsets(groupId, offsets));
  }
};
