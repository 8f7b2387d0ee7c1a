import type { KafkaClientModule } from './kafka-client.ts';
import type { KafkaSettings } from './settings.ts';

/** Loads the client that the settings name, and no other. Apart from the port, which the clients' modules import. */
export const loadClient = ({ client }: Pick<KafkaSettings, 'client'>): Promise<KafkaClientModule> =>
  client === 'platformatic'
    ? import('./platformatic/platformatic-client.ts')
    : import('./kafkajs/kafkajs-client.ts');
