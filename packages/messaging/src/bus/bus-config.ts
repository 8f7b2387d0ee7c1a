import { z } from 'zod';
import { secret } from '@qr-attendance/server';

/** Compose and Helm set variables without a value to an empty string. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const isBroker = (text: string): boolean => {
  const url = URL.parse(`kafka://${text}`);
  return url !== null && url.port !== '' && url.host === text.toLowerCase() && !text.includes('/');
};
const brokersSchema = z
  .string()
  .transform((text) => text.split(',').map((broker) => broker.trim()))
  .refine((brokers) => brokers.every(isBroker), 'must be host:port, several separated by commas');

/** Settings of the event bus: which one, and how to reach it. What each needs, `connectEventBus` checks. */
export const busConfigSchema = z.object({
  EVENT_BUS: z.enum(['postgres', 'kafka']).default('postgres').describe('What carries events.'),
  EVENT_BUS_URL: secret(
    optional(z.string()),
    'Connection string of the database that carries events. Needed with `EVENT_BUS=postgres`.',
  ),
  KAFKA_BROKERS: optional(brokersSchema).describe(
    '`host:port`, several separated by commas. Needed with `EVENT_BUS=kafka`.',
  ),
  KAFKA_CLIENT: z
    .enum(['kafkajs', 'platformatic'])
    .default('kafkajs')
    .describe(
      'Which library speaks with Kafka: kafkajs, or @platformatic/kafka. Members by both may share a group.',
    ),
  KAFKA_TOPIC_PREFIX: z
    .string()
    .regex(/^[a-zA-Z0-9._-]{0,100}$/, 'may hold letters, digits, dots, underscores and dashes')
    .default('')
    .describe('Goes before the names of topics and groups, so that several systems may share a cluster.'),
  KAFKA_TOPIC_PARTITIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(12)
    .describe('Of topics that are not there yet: replicas of a service that can share its work.'),
  KAFKA_REPLICATION: z.coerce
    .number()
    .int()
    .min(1)
    .max(9)
    .default(1)
    .describe('Copies of topics that are not there yet; 3 on a cluster that is to survive a broker.'),
  KAFKA_SSL: z.stringbool().default(false).describe('Encrypts what goes to and from the brokers.'),
  KAFKA_SSL_CA_FILE: optional(z.string()).describe(
    'Certificates (PEM) of the authority that vouches for the brokers, when it is not a public one.',
  ),
  KAFKA_SASL_MECHANISM: optional(z.enum(['plain', 'scram-sha-256', 'scram-sha-512'])).describe(
    'How the brokers want to be signed in to; not at all unless said.',
  ),
  KAFKA_SASL_USERNAME: optional(z.string()).describe('Needed with `KAFKA_SASL_MECHANISM`.'),
  KAFKA_SASL_PASSWORD: secret(optional(z.string()), 'Needed with `KAFKA_SASL_MECHANISM`.'),
});
export type BusConfig = z.output<typeof busConfigSchema>;
