import type { Lag } from '../event-bus.ts';
import type { KafkaClient } from './connect-client.ts';
import type { Names } from './names.ts';

export const readLag = async (
  { client, names }: { client: KafkaClient; names: Names },
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
