import { busConfigSchema, serviceConfigSchema } from '@qr-attendance/messaging';
import { secret, serviceUrlSchema } from '@qr-attendance/server';
import { z } from 'zod';

/** Settings of the course service. */
export const configSchema = serviceConfigSchema.extend({
  MONGODB_URL: secret(z.string(), "The service's own database, with its name: `mongodb://…/course`."),
  AUTH_URL: serviceUrlSchema.describe('Where the auth service answers.'),
  SESSION_URL: serviceUrlSchema
    .optional()
    .describe('Where the session service answers. Without it no course can be deleted.'),
});
export type Config = z.output<typeof configSchema>;

/** What must be known to prepare the service's stores. */
export const migrationConfigSchema = busConfigSchema.extend(configSchema.pick({ MONGODB_URL: true }).shape);
