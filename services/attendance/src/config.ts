import {
  busConfigSchema,
  publicOriginsSchema,
  serviceConfigSchema,
  serviceUrlSchema,
} from '@qr-attendance/service-kit';
import { z } from 'zod';

export const configSchema = serviceConfigSchema.extend({
  DATABASE_URL: z.string(),
  /** JSON Web Key Set of the session service's public keys, which verify tickets. */
  TICKET_PUBLIC_KEYS: z.string(),
  /** Shared with the auth service alone. */
  PIN_PEPPER: z.string().min(32),
  PUBLIC_ORIGINS: publicOriginsSchema,
  /** After this a selfie is deleted. */
  SELFIE_RETENTION_DAYS: z.coerce.number().int().min(1).max(36_500).default(30),
  /** After this, devices, distances and flags of a mark are deleted; the mark stays. */
  MARK_DETAILS_RETENTION_DAYS: z.coerce.number().int().min(1).max(36_500).default(365),
  AUTH_URL: serviceUrlSchema,
  COURSE_URL: serviceUrlSchema,
  SESSION_URL: serviceUrlSchema,
});
export type Config = z.output<typeof configSchema>;

/** What must be known to prepare the service's stores. */
export const migrationConfigSchema = busConfigSchema.extend(configSchema.pick({ DATABASE_URL: true }).shape);
