import { busConfigSchema, serviceConfigSchema } from '@qr-attendance/messaging';
import { networksSchema, optionalSetting, secret, serviceUrlSchema, splitList } from '@qr-attendance/server';
import {
  type ClassSettings,
  MAX_NETWORKS,
  type RequiredChecks,
  type SessionPolicy,
} from '@qr-attendance/contracts';
import { z } from 'zod';

const CHECKS = ['pin', 'device', 'selfie', 'passkey'];
const checksSchema = (unlessSet: string) =>
  z
    .string()
    .default(unlessSet)
    .transform(splitList)
    .refine((words) => words.every((word) => CHECKS.includes(word)), {
      error: `must be any of ${CHECKS.join(', ')}, separated by commas`,
    });

export const configSchema = serviceConfigSchema.extend({
  MONGODB_URL: secret(z.string(), "The service's own database, with its name: `mongodb://…/session`."),
  AUTH_URL: serviceUrlSchema.describe('Auth service.'),
  COURSE_URL: serviceUrlSchema.describe('Course service.'),
  TICKET_PRIVATE_KEY: secret(z.string(), 'JSON Web Key (P-256) that signs scans made before a sign-in.'),
  TICKET_SECRET: secret(
    z.string().min(32),
    'Signs tickets. Every attendance replica must have it in `TICKET_SECRETS` first.',
  ),
  TICKET_PUBLIC_KEYS: optionalSetting(z.string()).describe(
    'JSON Web Key Set of other keys that verify scans, during rotation.',
  ),
  CODE_GRACE_SECONDS: z.coerce
    .number()
    .min(0)
    .max(60)
    .default(5)
    .describe('How long a code is accepted after the next one is due.'),
  CODE_OPENS_BEFORE_MINUTES: z.coerce
    .number()
    .int()
    .min(0)
    .max(1440)
    .default(15)
    .describe('How long before its start a session shows its code; scans are accepted from the start on.'),
  OPEN_ENDED_SESSION_HOURS: z.coerce
    .number()
    .min(1)
    .max(24)
    .default(3)
    .describe('When a session without an end time ends, after its start or its code was last shown.'),
  SERIES_HORIZON_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(366)
    .default(14)
    .describe('How many days ahead the classes of a series are created; later ones follow from its rule.'),
  TICKET_LIFETIME_SECONDS: z.coerce
    .number()
    .int()
    .min(30)
    .max(3600)
    .default(120)
    .describe('Time to mark after the scan, without extra time.'),
  SCAN_LIFETIME_SECONDS: z.coerce
    .number()
    .int()
    .min(30)
    .max(3600)
    .default(180)
    .describe('Time to sign in or register after a scan.'),
  WRONG_CODES_PER_PERSON: z.coerce
    .number()
    .int()
    .min(1)
    .default(30)
    .describe('Wrong codes per person and window.'),
  WRONG_CODES_WINDOW_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3600)
    .default(300)
    .describe('Window of `WRONG_CODES_PER_PERSON`.'),
  SESSION_REQUIRED_CHECKS: checksSchema('').describe(
    `Default checks of a session, separated by commas: ${CHECKS.join(', ')}.`,
  ),
  SESSION_ALLOWED_NETWORKS: networksSchema.describe(
    `Default networks (CIDR, at most ${MAX_NETWORKS}) from which marks are accepted, separated by commas; any if empty.`,
  ),
  SESSION_ALLOW_UNSIGNED: z
    .stringbool()
    .default(true)
    .describe(
      'Whether unsigned marks count, flagged, by default. Required on plain HTTP, where browsers cannot sign.',
    ),
});
export type Config = z.output<typeof configSchema>;

export const parseChecks = (words: string[]): RequiredChecks => ({
  requirePin: words.includes('pin'),
  requireDevice: words.includes('device'),
  requireSelfie: words.includes('selfie'),
  requirePasskey: words.includes('passkey'),
});

export const institutionPolicyOf = ({
  SESSION_REQUIRED_CHECKS: required,
  SESSION_ALLOWED_NETWORKS: networks,
  SESSION_ALLOW_UNSIGNED: allowUnsigned,
}: Config): SessionPolicy => ({
  ...parseChecks(required),
  networks,
  ...(allowUnsigned ? {} : { allowUnsigned }),
});

export const settingsOf = (config: Config): ClassSettings => ({
  timeZone: config.CAMPUS_TIME_ZONE,
  defaultChecks: parseChecks(config.SESSION_REQUIRED_CHECKS),
  limitsNetworks: config.SESSION_ALLOWED_NETWORKS.length > 0,
  allowUnsigned: config.SESSION_ALLOW_UNSIGNED,
  codeOpensBeforeMinutes: config.CODE_OPENS_BEFORE_MINUTES,
  codeGraceSeconds: config.CODE_GRACE_SECONDS,
  markSeconds: config.TICKET_LIFETIME_SECONDS,
  signInSeconds: config.SCAN_LIFETIME_SECONDS,
  openEndedHours: config.OPEN_ENDED_SESSION_HOURS,
  seriesHorizonDays: config.SERIES_HORIZON_DAYS,
});

export const migrationConfigSchema = busConfigSchema
  .extend(configSchema.pick({ MONGODB_URL: true }).shape)
  .extend({
    SESSION_FLOOR_CHECKS: checksSchema('pin,device').describe(
      'Minimum checks of every session in a new installation, until an administrator decides. Read only by the first migration, while there are no accounts.',
    ),
  });
