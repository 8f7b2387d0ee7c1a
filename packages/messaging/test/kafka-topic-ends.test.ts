import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@qr-attendance/observability';
import { startTestKafka } from '@qr-attendance/test-kit';
import { makeKafka } from '../src/bus/kafka/client.ts';
import { fetchEnds } from '../src/bus/kafka/fetch-ends.ts';

const { brokers, missing } = await startTestKafka();

if (brokers)
  describe('ends of topics that are being made', () => {
    const kafka = makeKafka({ brokers: brokers.split(',') }, createLogger('test', 'silent'));
    const [asking, making] = [kafka.admin(), kafka.admin()];
    beforeAll(() => Promise.all([asking.connect(), making.connect()]));
    afterAll(() => Promise.all([asking.disconnect(), making.disconnect()]));

    it('are found at once for those that are there, and later for those that are not', async () => {
      const newTopics = () => Array.from({ length: 8 }, () => ({ topic: randomUUID(), numPartitions: 2 }));
      const [there, later] = [newTopics(), newTopics()];
      await making.createTopics({ topics: there, waitForLeaders: false });
      const asked = there.map(({ topic }, index) => [
        fetchEnds(asking, topic),
        fetchEnds(asking, later[index]?.topic ?? ''),
      ]);
      const count = async (ends: ReturnType<typeof fetchEnds>[]) =>
        (await Promise.all(ends)).map((partitions) => partitions.length);
      expect(await count(asked.flatMap(([first]) => first ?? []))).toEqual(there.map(() => 2));
      await making.createTopics({ topics: later, waitForLeaders: false });
      expect(await count(asked.flatMap(([, second]) => second ?? []))).toEqual(later.map(() => 2));
    });
  });
else describe.skip('ends of topics on Kafka', () => it(missing ?? '', () => undefined));
