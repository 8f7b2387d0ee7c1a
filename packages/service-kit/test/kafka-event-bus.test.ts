import { randomUUID } from 'node:crypto';
import { describe, it } from '@jest/globals';
import { startTestKafka } from '@qr-attendance/local-stack';
import { connectKafkaEventBus, createLogger } from '../src/index.ts';
import { describeEventBusContract } from '../src/testing/index.ts';
import { HURRIED } from './support/kafka.ts';

const { brokers, missing } = await startTestKafka();
const prefix = `${randomUUID().slice(0, 8)}.`;
const log = createLogger('test', process.env['LOG_LEVEL'] ?? 'silent');

if (brokers)
  describeEventBusContract('Kafka', {
    connect: () =>
      connectKafkaEventBus({ brokers: brokers.split(','), prefix, partitions: 3, timing: HURRIED, log }),
  });
else describe.skip('event bus on Kafka', () => it(missing ?? '', () => undefined));
