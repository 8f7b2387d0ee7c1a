import { busConfigSchema, publicOriginsSchema, serviceConfigSchema } from '@qr-attendance/service-kit';
import { z } from 'zod';

export const configSchema = serviceConfigSchema.extend({
  DATABASE_URL: z.string(),
  /** Private JSON Web Key (RSA) that signs access tokens. */
  ACCESS_TOKEN_PRIVATE_KEY: z.string(),
  ACCESS_TOKEN_MINUTES: z.coerce.number().int().min(1).default(15),
  REFRESH_TOKEN_DAYS: z.coerce.number().int().min(1).default(30),
  /** Off only where the product is served over plain HTTP on one machine. */
  COOKIE_SECURE: z.stringbool().default(true),
  /** Shared with the attendance service alone. */
  PIN_PEPPER: z.string().min(32),
  PUBLIC_ORIGINS: publicOriginsSchema,
});
export type Config = z.output<typeof configSchema>;

/** What must be known to prepare the service's stores. */
export const migrationConfigSchema = busConfigSchema.extend(configSchema.pick({ DATABASE_URL: true }).shape);
