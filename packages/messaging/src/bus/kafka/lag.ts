import type { Admin } from 'kafkajs';
import type { Lag } from '../event-bus.ts';
import { fetchEndsOnce } from './fetch-ends.ts';
import type { Names } from './names.ts';

/** How far a group is behind, by topic. */
export const readLag = async (
  { admin, names }: { admin: Admin; names: Names },
  group: string,
  topics: string[],
): Promise<Lag[]> => {
  const places = await admin.fetchOffsets({ groupId: names.group(group), topics });
  return Promise.all(
    places.map(async ({ topic, partitions }) => {
      const ends = await fetchEndsOnce(admin, topic);
      const behind = ends.map(({ partition, high, low }) => {
        const place = Number(partitions.find((one) => one.partition === partition)?.offset ?? -1);
        return Number(high) - (place < 0 ? Number(low) : place);
      });
      return { group, topic: names.plain(topic), events: behind.reduce((sum, events) => sum + events, 0) };
    }),
  );
};
