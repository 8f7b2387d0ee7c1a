import { busConfigSchema, serviceConfigSchema, serviceUrlSchema } from '@qr-attendance/service-kit';
import { z } from 'zod';

/** Settings of the session service. */
export const configSchema = serviceConfigSchema.extend({
  /** With the database's name. */
  MONGODB_URL: z.string(),
  AUTH_URL: serviceUrlSchema,
  COURSE_URL: serviceUrlSchema,
  /** JSON Web Key (P-256) that signs tickets. */
  TICKET_PRIVATE_KEY: z.string(),
  /** How long a code is accepted after the page should have shown the next. */
  CODE_GRACE_SECONDS: z.coerce.number().min(0).max(60).default(5),
});
export type Config = z.output<typeof configSchema>;

/** What must be known to prepare the service's stores. */
export const migrationConfigSchema = busConfigSchema.extend(configSchema.pick({ MONGODB_URL: true }).shape);
