import type { Topic } from '@qr-attendance/contracts/events';
import type { Admin, Kafka } from 'kafkajs';
import type { Logger } from '@qr-attendance/observability';
import { fetchEnds } from './fetch-ends.ts';
import type { Names } from './names.ts';
import { retryPassing } from './retry-passing.ts';

const NONE = '-1';
/** States of a group without members. */
const IDLE = ['Empty', 'Dead'];

interface Deps {
  kafka: Kafka;
  admin: Admin;
  names: Names;
  log: Logger;
}

/** Only a member may set its group's places, so we become one for a moment. */
const commitEnds = async ({ kafka, admin }: Deps, groupId: string, topic: string): Promise<void> => {
  const ends = await fetchEnds(admin, topic);
  const member = kafka.consumer({ groupId, maxWaitTimeInMs: 100, allowAutoTopicCreation: false });
  await member.connect();
  try {
    await member.subscribe({ topic, fromBeginning: true });
    await member.run({ autoCommit: false, eachBatch: async () => undefined });
    await member.commitOffsets(ends.map(({ partition, high }) => ({ topic, partition, offset: high })));
  } finally {
    await member.disconnect();
  }
};

/**
 * Fixes from where on a group that is new to a topic of facts reads it: from now on. State needs no such place, as
 * who has none starts from the beginning and so gets the whole state (docs/adr/0020).
 */
export const ensureConsumerOffsets = async (deps: Deps, group: string, topics: Topic[]): Promise<void> => {
  const { admin, names, log } = deps;
  const groupId = names.group(group);
  for (const { name, kind } of topics) {
    if (kind === 'state') continue;
    const topic = names.topic(name);
    // The first groups of a cluster find their coordinator still loading.
    const [place] = await retryPassing(() => admin.fetchOffsets({ groupId, topics: [topic] }));
    if (place?.partitions.some(({ offset }) => offset !== NONE)) continue;
    const { groups } = await admin.describeGroups([groupId]);
    if (groups.every(({ state }) => IDLE.includes(state))) await commitEnds(deps, groupId, topic);
    // Members of an earlier version run, which did not know the topic; so it is read from its beginning.
    else
      log.warn(
        { group, topic: name },
        'the group runs: no place fixed, it reads the topic from its beginning',
      );
  }
};
