import { busConfigSchema, serviceConfigSchema } from '@qr-attendance/messaging';
import {
  institutionSettingSchema,
  networksSchema,
  optionalSetting,
  pepperConfigSchema,
  publicOriginsSchema,
  secret,
  serviceUrlSchema,
  splitList,
} from '@qr-attendance/server';
import { z } from 'zod';

const upTo = (most: number, usual: number) => z.coerce.number().int().min(1).max(most).default(usual);

export const configSchema = serviceConfigSchema.extend({
  DATABASE_URL: secret(z.string(), "The service's own database: `postgres://…/attendance`."),
  TICKET_SECRETS: secret(
    z
      .string()
      .transform(splitList)
      .refine((secrets) => secrets.length > 0 && secrets.every(({ length }) => length >= 32), {
        error: 'must be of at least 32 characters each, separated by commas',
      }),
    "The session service's `TICKET_SECRET`; during rotation also the other one, separated by a comma.",
  ),
  RECEIPT_PRIVATE_KEY: secret(
    optionalSetting(z.string()),
    'JSON Web Key (P-256) that signs receipts. Without it none are issued.',
  ),
  RECEIPT_PUBLIC_KEYS: optionalSetting(z.string()).describe('JSON Web Key Set of earlier receipt keys.'),
  ...pepperConfigSchema.shape,
  PUBLIC_ORIGINS: publicOriginsSchema,
  SELFIE_RETENTION_DAYS: upTo(36_500, 30).describe('Days until a selfie is deleted.'),
  MARK_DETAILS_RETENTION_DAYS: upTo(36_500, 365).describe(
    'Days until devices, distances and flags of a mark are deleted.',
  ),
  INSTITUTION: institutionSettingSchema,
  CAMPUS_NETWORKS: networksSchema.describe(
    'Campus networks (CIDR), separated by commas. Marks from elsewhere get a weak risk signal.',
  ),
  LIVE_STREAMS_PER_PERSON: upTo(1_000, 10).describe('Open live rosters per person and replica.'),
  EXPORT_MAX_SECONDS: upTo(3_600, 300).describe(
    'Longest duration of an export; migrations of its tables wait for it.',
  ),
  AUTH_URL: serviceUrlSchema.describe('Auth service.'),
  COURSE_URL: serviceUrlSchema.describe('Course service.'),
  SESSION_URL: serviceUrlSchema.describe('Session service.'),
});
export type Config = z.output<typeof configSchema>;

export const migrationConfigSchema = busConfigSchema.extend(configSchema.pick({ DATABASE_URL: true }).shape);
