import { connectKafkaEventBus } from '@qr-attendance/messaging/kafka';
import { createLogger } from '@qr-attendance/observability';
import { provideKafka } from '@qr-attendance/stack';
import type { Bus } from './bus.ts';

const PARTITIONS = 3;

export const kafkaBus = async ({ dataDir }: { dataDir: string }): Promise<Bus> => {
  const broker = await provideKafka({ given: undefined, dataDir });
  return {
    name: 'kafka',
    env: {
      EVENT_BUS: 'kafka',
      KAFKA_BROKERS: broker.url,
      KAFKA_TOPIC_PARTITIONS: String(PARTITIONS),
    },
    broker,
    connect: () =>
      connectKafkaEventBus({
        brokers: broker.url.split(','),
        partitions: PARTITIONS,
        log: createLogger('faults', 'silent'),
      }),
    stop: broker.stop,
  };
};
