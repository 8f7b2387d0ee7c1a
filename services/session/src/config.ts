import { busConfigSchema, serviceConfigSchema } from '@qr-attendance/messaging';
import { networksSchema, optionalSetting, secret, serviceUrlSchema, splitList } from '@qr-attendance/server';
import { MAX_NETWORKS, type RequiredChecks, type SessionPolicy } from '@qr-attendance/contracts';
import { z } from 'zod';

const CHECKS = ['pin', 'device', 'selfie', 'passkey'];
const checksSchema = (unlessSet: string) =>
  z
    .string()
    .default(unlessSet)
    .transform(splitList)
    .refine((words) => words.every((word) => CHECKS.includes(word)), {
      error: `must be of ${CHECKS.join(', ')}, separated by commas`,
    });

/** Settings of the session service. */
export const configSchema = serviceConfigSchema.extend({
  MONGODB_URL: secret(z.string(), "The service's own database, with its name: `mongodb://…/session`."),
  AUTH_URL: serviceUrlSchema.describe('Where the auth service answers.'),
  COURSE_URL: serviceUrlSchema.describe('Where the course service answers.'),
  TICKET_PRIVATE_KEY: secret(z.string(), 'JSON Web Key (P-256) that signs scans made before a sign-in.'),
  TICKET_SECRET: secret(
    z.string().min(32),
    'Signs tickets. All replicas of the attendance service must have it in `TICKET_SECRETS` before it is used.',
  ),
  TICKET_PUBLIC_KEYS: optionalSetting(z.string()).describe(
    'JSON Web Key Set of public keys that verify scans, besides that of the key above: the next or the earlier one while it is changed.',
  ),
  CODE_GRACE_SECONDS: z.coerce
    .number()
    .min(0)
    .max(60)
    .default(5)
    .describe('How long a code is accepted after the page should have shown the next.'),
  CODE_OPENS_BEFORE_MINUTES: z.coerce
    .number()
    .int()
    .min(0)
    .max(1440)
    .default(15)
    .describe('How long before its start a session shows its code; who scans it waits for the start.'),
  OPEN_ENDED_SESSION_HOURS: z.coerce
    .number()
    .min(1)
    .max(24)
    .default(3)
    .describe(
      'How long after its start, or after its code was last shown, a session without an end time ends by itself.',
    ),
  TICKET_LIFETIME_SECONDS: z.coerce
    .number()
    .int()
    .min(30)
    .max(3600)
    .default(120)
    .describe(
      'How long after the scan a mark can be made; longer for students whom their teacher gave extra time.',
    ),
  SCAN_LIFETIME_SECONDS: z.coerce
    .number()
    .int()
    .min(30)
    .max(3600)
    .default(180)
    .describe('How long somebody who scanned first has for signing in or registering.'),
  WRONG_CODES_PER_PERSON: z.coerce
    .number()
    .int()
    .min(1)
    .default(30)
    .describe('Wrong codes that one person may try within the window; then they are stopped until it ends.'),
  WRONG_CODES_WINDOW_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3600)
    .default(300)
    .describe('The window of `WRONG_CODES_PER_PERSON`.'),
  SESSION_REQUIRED_CHECKS: checksSchema('').describe(
    `What every session requires unless its course or its teacher says otherwise: of ${CHECKS.join(', ')}, separated by commas.`,
  ),
  SESSION_ALLOWED_NETWORKS: networksSchema.describe(
    `Networks from which marks are taken unless said otherwise, as CIDR, at most ${MAX_NETWORKS}, separated by commas; any when empty.`,
  ),
  SESSION_ALLOW_UNSIGNED: z
    .stringbool()
    .default(true)
    .describe(
      'Whether scans and marks count, flagged, that no browser’s key has signed, unless a course or a teacher says otherwise. Needed over plain http, where browsers can’t sign.',
    ),
});
export type Config = z.output<typeof configSchema>;

/** The checks that a setting names. */
export const checksOf = (words: string[]): RequiredChecks => ({
  requirePin: words.includes('pin'),
  requireDevice: words.includes('device'),
  requireSelfie: words.includes('selfie'),
  requirePasskey: words.includes('passkey'),
});

/** The policy unless a course or a teacher chooses otherwise. */
export const institutionPolicyOf = ({
  SESSION_REQUIRED_CHECKS: required,
  SESSION_ALLOWED_NETWORKS: networks,
  SESSION_ALLOW_UNSIGNED: allowUnsigned,
}: Config): SessionPolicy => ({
  ...checksOf(required),
  networks,
  // Left out where they are allowed.
  ...(allowUnsigned ? {} : { allowUnsigned }),
});

/** The settings needed to prepare the service's stores. */
export const migrationConfigSchema = busConfigSchema
  .extend(configSchema.pick({ MONGODB_URL: true }).shape)
  .extend({
    SESSION_FLOOR_CHECKS: checksSchema('pin,device').describe(
      'What every session of a new installation requires at least, until an administrator decides. Read when the first migration runs and nobody has an account yet; of no effect later.',
    ),
  });
