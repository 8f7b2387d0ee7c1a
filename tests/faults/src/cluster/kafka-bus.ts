import { connectKafkaEventBus } from '@qr-attendance/messaging/kafka';
import { createLogger } from '@qr-attendance/observability';
import { provideKafka } from '@qr-attendance/stack';
import { z } from 'zod';
import type { Bus } from './bus.ts';

const PARTITIONS = 3;
const clientSchema = z.enum(['kafkajs', 'platformatic']).default('kafkajs');

export const kafkaBus = async ({ dataDir }: { dataDir: string }): Promise<Bus> => {
  const client = clientSchema.parse(process.env['KAFKA_CLIENT']);
  const broker = await provideKafka({ given: undefined, dataDir });
  return {
    name: 'kafka',
    env: {
      EVENT_BUS: 'kafka',
      KAFKA_CLIENT: client,
      KAFKA_BROKERS: broker.url,
      KAFKA_TOPIC_PARTITIONS: String(PARTITIONS),
    },
    broker,
    connect: () =>
      connectKafkaEventBus({
        client,
        brokers: broker.url.split(','),
        partitions: PARTITIONS,
        log: createLogger('faults', 'silent'),
      }),
    stop: broker.stop,
  };
};
