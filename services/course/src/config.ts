import { busConfigSchema, serviceConfigSchema, serviceUrlSchema } from '@qr-attendance/service-kit';
import { z } from 'zod';

/** Settings of the course service. */
export const configSchema = serviceConfigSchema.extend({
  /** With the database's name. */
  MONGODB_URL: z.string(),
  AUTH_URL: serviceUrlSchema,
});
export type Config = z.output<typeof configSchema>;

/** What must be known to prepare the service's stores. */
export const migrationConfigSchema = busConfigSchema.extend(configSchema.pick({ MONGODB_URL: true }).shape);
