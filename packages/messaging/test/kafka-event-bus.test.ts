import { randomUUID } from 'node:crypto';
import { describe, it } from '@jest/globals';
import { createLogger } from '@qr-attendance/observability';
import { startTestKafka } from '@qr-attendance/test-kit';
import { connectKafkaEventBus } from '../src/bus/kafka-event-bus.ts';
import { describeEventBusContract } from './support/event-bus-contract.ts';
import { openPostgresConsumer } from './support/consumer-database.ts';
import { HURRIED, KAFKA_CLIENTS } from './support/kafka.ts';

const { brokers, missing } = await startTestKafka();
const prefix = `${randomUUID().slice(0, 8)}.`;
const log = createLogger('test', process.env['LOG_LEVEL'] ?? 'silent');

if (brokers)
  for (const client of KAFKA_CLIENTS)
    describeEventBusContract(`Kafka by ${client}`, {
      connect: (timeScale, inBatches) =>
        connectKafkaEventBus({
          client,
          brokers: brokers.split(','),
          prefix,
          partitions: 3,
          timing: HURRIED,
          timeScale,
          inBatches,
          log,
        }),
      openDatabase: openPostgresConsumer,
    });
else describe.skip('event bus on Kafka', () => it(missing ?? '', () => undefined));
