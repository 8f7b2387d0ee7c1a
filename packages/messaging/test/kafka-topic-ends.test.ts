import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@qr-attendance/observability';
import { startTestKafka } from '@qr-attendance/test-kit';
import { connectClient, type KafkaClient } from '../src/bus/kafka/connect-client.ts';
import { retryTransient } from '../src/bus/kafka/retry-transient.ts';

const { brokers, missing } = await startTestKafka();

if (brokers)
  describe('the end offsets of topics that are being created', () => {
    const open: KafkaClient[] = [];
    const connect = async () => {
      const client = await connectClient({ brokers: brokers.split(',') }, createLogger('test', 'silent'));
      open.push(client);
      return client;
    };
    afterAll(() => Promise.all(open.map((client) => client.close())));

    it('are found at once for existing topics, and later for new topics', async () => {
      const [asking, making] = [await connect(), await connect()];
      const newTopics = () =>
        Array.from({ length: 8 }, () => ({ name: randomUUID(), partitions: 2, replication: 1, config: {} }));
      const countEnds = async (name: string) =>
        (await retryTransient(asking, () => asking.fetchEnds(name))).length;
      const [existing, later] = [newTopics(), newTopics()];
      await making.createTopics(existing);
      const requests = existing.map(({ name }, index) => [
        countEnds(name),
        countEnds(later[index]?.name ?? ''),
      ]);
      expect(await Promise.all(requests.map(([first]) => first))).toEqual(existing.map(() => 2));
      await making.createTopics(later);
      expect(await Promise.all(requests.map(([, second]) => second))).toEqual(later.map(() => 2));
    });
  });
else describe.skip('end offsets of Kafka topics', () => it(missing ?? '', () => undefined));
