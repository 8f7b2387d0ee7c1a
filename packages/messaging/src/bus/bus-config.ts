import { z } from 'zod';
import { optionalSetting, secret } from '@qr-attendance/server';

const isBroker = (text: string): boolean => {
  const url = URL.parse(`kafka://${text}`);
  return url !== null && url.port !== '' && url.host === text.toLowerCase() && !text.includes('/');
};
const brokersSchema = z
  .string()
  .transform((text) => text.split(',').map((broker) => broker.trim()))
  .refine((brokers) => brokers.every(isBroker), 'must be host:port, several separated by commas');

export const busConfigSchema = z.object({
  EVENT_BUS: z.enum(['postgres', 'kafka']).default('postgres').describe('Event bus.'),
  EVENT_BUS_URL: secret(
    optionalSetting(z.string()),
    'Connection string of the events database. Required with `EVENT_BUS=postgres`.',
  ),
  KAFKA_BROKERS: optionalSetting(brokersSchema).describe(
    '`host:port`, separated by commas. Required with `EVENT_BUS=kafka`.',
  ),
  KAFKA_TOPIC_PREFIX: z
    .string()
    .regex(/^[a-zA-Z0-9._-]{0,100}$/, 'may hold letters, digits, dots, underscores and dashes')
    .default('')
    .describe('Prefix of topics and groups, for systems that share a cluster.'),
  KAFKA_TOPIC_PARTITIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(12)
    .describe('Partitions of new topics: the most replicas of a service that share work.'),
  KAFKA_REPLICATION: z.coerce
    .number()
    .int()
    .min(1)
    .max(9)
    .default(1)
    .describe('Replication factor of new topics; use 3 in production.'),
  KAFKA_SSL: z.stringbool().default(false).describe('Connect to brokers with TLS.'),
  KAFKA_SSL_CA_FILE: optionalSetting(z.string()).describe(
    'CA certificates (PEM) of the brokers, if not public.',
  ),
  KAFKA_SASL_MECHANISM: optionalSetting(z.enum(['plain', 'scram-sha-256', 'scram-sha-512'])).describe(
    'SASL mechanism; none by default.',
  ),
  KAFKA_SASL_USERNAME: optionalSetting(z.string()).describe('Required with `KAFKA_SASL_MECHANISM`.'),
  KAFKA_SASL_PASSWORD: secret(optionalSetting(z.string()), 'Required with `KAFKA_SASL_MECHANISM`.'),
});
export type BusConfig = z.output<typeof busConfigSchema>;
