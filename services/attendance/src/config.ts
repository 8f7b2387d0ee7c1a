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

export const configSchema = serviceConfigSchema.extend({
  DATABASE_URL: secret(z.string(), "The service's own database: `postgres://…/attendance`."),
  TICKET_SECRETS: secret(
    z
      .string()
      .transform(splitList)
      .refine((secrets) => secrets.length > 0 && secrets.every(({ length }) => length >= 32), {
        error: 'must be of at least 32 characters each, separated by commas',
      }),
    "The session service's `TICKET_SECRET`; while it is replaced, also the one before, separated by a comma.",
  ),
  RECEIPT_PRIVATE_KEY: secret(
    optionalSetting(z.string()),
    'Private JSON Web Key (P-256) that signs receipts of marks. Without it none are issued.',
  ),
  RECEIPT_PUBLIC_KEYS: optionalSetting(z.string()).describe(
    'JSON Web Key Set of keys that signed receipts before, so that these still verify. The key above need not be in it.',
  ),
  ...pepperConfigSchema.shape,
  PUBLIC_ORIGINS: publicOriginsSchema,
  SELFIE_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(36_500)
    .default(30)
    .describe('After this a selfie is deleted.'),
  MARK_DETAILS_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(36_500)
    .default(365)
    .describe('After this, devices, distances and flags of a mark are deleted; the mark stays.'),
  INSTITUTION: institutionSettingSchema,
  CAMPUS_NETWORKS: networksSchema.describe(
    'Networks of the campus, as CIDR, separated by commas. Marks from elsewhere get a signal that weighs little, and reports compare both; nothing is refused. Empty: nobody looks.',
  ),
  LIVE_STREAMS_PER_PERSON: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(10)
    .describe(
      'How many live lists one person may have open at once at one replica: projector, laptop and phone, each with some tabs.',
    ),
  EXPORT_MAX_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(300)
    .describe(
      'After this an export is ended, finished or not. While it runs, a migration that changes its tables waits.',
    ),
  AUTH_URL: serviceUrlSchema.describe('Where the auth service answers.'),
  COURSE_URL: serviceUrlSchema.describe('Where the course service answers.'),
  SESSION_URL: serviceUrlSchema.describe('Where the session service answers.'),
});
export type Config = z.output<typeof configSchema>;

/** What must be known to prepare the service's stores. */
export const migrationConfigSchema = busConfigSchema.extend(configSchema.pick({ DATABASE_URL: true }).shape);
