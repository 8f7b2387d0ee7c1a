import { z } from 'zod';

/** What Compose and Helm leave empty is not set. */
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
  EVENT_BUS: z.enum(['postgres', 'kafka']).default('postgres'),
  /** With postgres: connection string of the database that carries events. */
  EVENT_BUS_URL: optional(z.string()),
  /** With kafka: `host:port`, several separated by commas. */
  KAFKA_BROKERS: optional(brokersSchema),
  /** Goes before the names of topics and groups, so that several systems may share a cluster. */
  KAFKA_TOPIC_PREFIX: z
    .string()
    .regex(/^[a-zA-Z0-9._-]{0,100}$/, 'may hold letters, digits, dots, underscores and dashes')
    .default(''),
  /** Of topics that are not there yet: replicas of a service that can share its work. */
  KAFKA_TOPIC_PARTITIONS: z.coerce.number().int().min(1).max(1_000).default(12),
  /** Copies of topics that are not there yet; 3 on a cluster that is to survive a broker. */
  KAFKA_REPLICATION: z.coerce.number().int().min(1).max(9).default(1),
  KAFKA_SSL: z.stringbool().default(false),
  /** Certificates (PEM) of the authority that vouches for the brokers, when it is not a public one. */
  KAFKA_SSL_CA_FILE: optional(z.string()),
  KAFKA_SASL_MECHANISM: optional(z.enum(['plain', 'scram-sha-256', 'scram-sha-512'])),
  KAFKA_SASL_USERNAME: optional(z.string()),
  KAFKA_SASL_PASSWORD: optional(z.string()),
});
export type BusConfig = z.output<typeof busConfigSchema>;
