import { randomUUID } from 'node:crypto';
import { describe, it } from '@jest/globals';
import { createLogger } from '@qr-attendance/observability';
import { startTestKafka } from '@qr-attendance/test-kit';
import { connectKafkaEventBus } from '../src/bus/kafka-event-bus.ts';
import { describeEventBusContract } from './support/event-bus-contract.ts';
import { openPostgresConsumer } from './support/consumer-database.ts';
import { FAST_TIMING } from './support/kafka-timing.ts';

const { brokers, missing } = await startTestKafka();
const prefix = `${randomUUID().slice(0, 8)}.`;
const log = createLogger('test', process.env['LOG_LEVEL'] ?? 'silent');

if (brokers)
  describeEventBusContract('Kafka', {
    connect: (timeScale, inBatches) =>
      connectKafkaEventBus({
        brokers: brokers.split(','),
        prefix,
        partitions: 3,
        timing: FAST_TIMING,
        timeScale,
        inBatches,
        log,
      }),
    openDatabase: openPostgresConsumer,
  });
else describe.skip('event bus on Kafka', () => it(missing ?? '', () => undefined));
