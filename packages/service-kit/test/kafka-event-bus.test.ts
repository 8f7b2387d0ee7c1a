import { randomUUID } from 'node:crypto';
import { describe, it } from '@jest/globals';
import { startTestKafka } from '@qr-attendance/local-stack';
import { connectKafkaEventBus, createLogger } from '../src/index.ts';
import { describeEventBusContract } from '../src/testing/index.ts';
import { openPostgresConsumer } from './support/consumer-database.ts';
import { HURRIED } from './support/kafka.ts';

const { brokers, missing } = await startTestKafka();
const prefix = `${randomUUID().slice(0, 8)}.`;
const log = createLogger('test', process.env['LOG_LEVEL'] ?? 'silent');

if (brokers)
  describeEventBusContract('Kafka', {
    connect: (timeScale) =>
      connectKafkaEventBus({
        brokers: brokers.split(','),
        prefix,
        partitions: 3,
        timing: HURRIED,
        timeScale,
        log,
      }),
    openDatabase: openPostgresConsumer,
  });
else describe.skip('event bus on Kafka', () => it(missing ?? '', () => undefined));
