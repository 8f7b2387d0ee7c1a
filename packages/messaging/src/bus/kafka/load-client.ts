import type { KafkaClientModule } from './kafka-client.ts';
import type { KafkaSettings } from './settings.ts';

/**
 * A separate module, because the modules of the clients import the port. Only the configured client is
 * loaded.
 */
export const loadClient = ({ client }: Pick<KafkaSettings, 'client'>): Promise<KafkaClientModule> =>
  client === 'platformatic'
    ? import('./platformatic/platformatic-client.ts')
    : import('./kafkajs/kafkajs-client.ts');
