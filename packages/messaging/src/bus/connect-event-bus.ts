import { readFile } from 'node:fs/promises';
import type { Logger } from '@qr-attendance/observability';
import { checkPostgres, ConfigError, connectStore } from '@qr-attendance/server';
import { traceBus } from '../observe/trace-bus.ts';
import type { BusConfig } from './bus-config.ts';
import { isFact } from './event-batch.ts';
import type { EventBus } from './event-bus.ts';
import type { KafkaSettings } from './kafka/settings.ts';
import { connectPostgresEventBus } from './postgres-event-bus.ts';

const need = <Value>(value: Value | undefined, name: string, because: string): Value => {
  if (value === undefined)
    throw new ConfigError(`Configuration: ${name} is missing, which ${because} needs.`);
  return value;
};

const readAuthority = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new ConfigError('Configuration: KAFKA_SSL_CA_FILE is wrong (the file cannot be read).');
  }
};

const saslOf = ({
  KAFKA_SASL_MECHANISM: mechanism,
  KAFKA_SASL_USERNAME,
  KAFKA_SASL_PASSWORD,
}: BusConfig): KafkaSettings['sasl'] => {
  if (mechanism === undefined) return undefined;
  const username = need(KAFKA_SASL_USERNAME, 'KAFKA_SASL_USERNAME', 'KAFKA_SASL_MECHANISM');
  const password = need(KAFKA_SASL_PASSWORD, 'KAFKA_SASL_PASSWORD', 'KAFKA_SASL_MECHANISM');
  return { mechanism, username, password };
};

export const kafkaSettingsOf = async (config: BusConfig): Promise<KafkaSettings> => ({
  brokers: need(config.KAFKA_BROKERS, 'KAFKA_BROKERS', 'EVENT_BUS=kafka'),
  ssl:
    config.KAFKA_SSL &&
    (config.KAFKA_SSL_CA_FILE === undefined ? true : { ca: [await readAuthority(config.KAFKA_SSL_CA_FILE)] }),
  sasl: saslOf(config),
  prefix: config.KAFKA_TOPIC_PREFIX,
  partitions: config.KAFKA_TOPIC_PARTITIONS,
  replication: config.KAFKA_REPLICATION,
});

/**
 * @throws ConfigError naming a missing or invalid variable
 * @throws StoreError if the bus is unavailable or rejects the credentials
 */
export const connectEventBus = async (config: BusConfig, log: Logger): Promise<EventBus> => {
  if (config.EVENT_BUS === 'kafka') {
    const settings = await kafkaSettingsOf(config);
    const [{ checkAccess }, { connectKafkaEventBus }] = await Promise.all([
      import('./kafka/check-access.ts'),
      import('./kafka-event-bus.ts'),
    ]);
    await checkAccess(settings, log);
    const store = { kind: 'Kafka', setting: 'KAFKA_BROKERS', url: settings.brokers.join() };
    const bus = await connectStore(store, () =>
      connectKafkaEventBus({ ...settings, inBatches: isFact, log }),
    );
    return traceBus(bus, 'kafka');
  }
  const url = need(config.EVENT_BUS_URL, 'EVENT_BUS_URL', 'EVENT_BUS=postgres');
  await checkPostgres('EVENT_BUS_URL', url);
  return traceBus(await connectPostgresEventBus({ url, inBatches: isFact, log }), 'postgresql');
};

export const declareGroup = async (
  config: BusConfig,
  { group, topics }: { group: string; topics: Parameters<EventBus['declare']>[1] },
  log: Logger,
): Promise<void> => {
  const bus = await connectEventBus(config, log);
  try {
    await bus.declare(group, topics);
  } finally {
    await bus.close();
  }
};
