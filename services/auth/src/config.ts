import { availableParallelism } from 'node:os';
import { passwordSignInSchema, teacherRegistrationSchema } from '@qr-attendance/contracts';
import { busConfigSchema, serviceConfigSchema } from '@qr-attendance/messaging';
import {
  institutionSettingSchema,
  pepperConfigSchema,
  publicOriginsSchema,
  secret,
} from '@qr-attendance/server';
import { z } from 'zod';
import { secondFactorRequirementSchema } from './core/second-factor/rules/requirement.ts';

/** libuv's default. One thread is reserved for files and host names. */
const LIBUV_THREADS = 4;

/** Compose passes an empty string if a setting is not set. */
const emptyAsUnset = (value: unknown): unknown => (value === '' ? undefined : value);
const optional = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(emptyAsUnset, schema.optional());

const settingsSchema = serviceConfigSchema.extend({
  DATABASE_URL: secret(z.string(), "The service's own database: `postgres://…/auth`."),
  ACCESS_TOKEN_PRIVATE_KEY: secret(z.string(), 'JSON Web Key (P-256) that signs access tokens.'),
  ACCESS_TOKEN_MINUTES: z.coerce.number().int().min(1).default(15).describe('Lifetime of an access token.'),
  REFRESH_TOKEN_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .default(30)
    .describe('Days without a visit until a person must sign in again.'),
  SIGN_IN_MAX_DAYS_STAFF: z.coerce
    .number()
    .int()
    .min(1)
    .max(365)
    .default(7)
    .describe('Days from a sign-in of teachers and administrators until they must prove who they are.'),
  SIGN_IN_MAX_DAYS_STUDENTS: z.coerce
    .number()
    .int()
    .min(1)
    .max(365)
    .default(120)
    .describe('The same for students.'),
  COOKIE_SECURE: z.stringbool().default(true).describe('`false` only for plain HTTP on one machine.'),
  ...pepperConfigSchema.shape,
  PUBLIC_ORIGINS: publicOriginsSchema,
  DEVICE_COOL_DOWN_HOURS: z.coerce
    .number()
    .min(0)
    .max(720)
    .default(24)
    .describe('Hours until a device that replaces another counts.'),
  ADDED_PROOF_COOL_DOWN_HOURS: optional(z.coerce.number().min(0).max(720)).meta({
    description: 'Hours until an added device or passkey counts, except the first and confirmed ones.',
    defaultText: 'as `DEVICE_COOL_DOWN_HOURS`',
  }),
  FRESH_PROOF_MINUTES: z.coerce
    .number()
    .min(1)
    .max(15)
    .default(5)
    .describe(
      'Minutes after a sign-in or a confirmation in which power can be granted and data be destroyed without entering the password again.',
    ),
  SIGN_IN_QUEUE_LENGTH: z.coerce
    .number()
    .int()
    .min(8)
    .max(1_000)
    .default(800)
    .describe('Sign-ins that a process holds, at most 11 s of work; others get 503 with a queue place.'),
  PASSWORD_HASHES_AT_ONCE: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(() => Math.min(availableParallelism(), LIBUV_THREADS - 1))
    .meta({
      description:
        'Passwords hashed at once, 19 MiB and a core each. More than 3 need a larger `UV_THREADPOOL_SIZE`.',
      defaultText: 'the number of cores, at most 3',
    }),
  PASSWORD_SIGN_IN: z
    ._default(passwordSignInSchema, 'shown')
    .describe(
      'Passwords and emailed links on the sign-in page: shown, behind a link, or off for all but administrators.',
    ),
  SECOND_FACTOR_REQUIRED: z
    .preprocess(emptyAsUnset, secondFactorRequirementSchema.default('nobody'))
    .describe(
      'Who needs a second factor to sign in, of an authenticator app or the identity provider; `staff` are teachers and administrators.',
    ),
  INSTITUTION: institutionSettingSchema,
  TEACHER_REGISTRATION: z
    ._default(teacherRegistrationSchema, 'invite')
    .describe('Who may register as a teacher: anyone, people with an invite code, or nobody.'),
  MAIL_LINKS_PER_ADDRESS: z.coerce
    .number()
    .int()
    .min(1)
    .default(3_000)
    .describe(
      'Emailed links per address and hour; verification links count separately. Use the number of people behind an address.',
    ),
  MAIL_LINKS_IN_ALL: z.coerce
    .number()
    .int()
    .min(1)
    .default(10_000)
    .describe('The same for all addresses; no more than the mail server accepts.'),
  AUDITOR_EMAIL: optional(z.email('must be an email address')).describe(
    'Receiver of the audit log’s nightly root.',
  ),
  SMTP_URL: secret(
    optional(z.url({ protocol: /^smtps?$/, error: 'must begin with smtp:// or smtps://' })),
    'Mail server: `smtps://name:password@mail.campus.example`, or use `MAIL_DIR`.',
  ),
  MAIL_FROM: optional(z.string()).describe(
    'Sender: `QR Attendance <attendance@campus.example>`. Required with `SMTP_URL`.',
  ),
  MAIL_DIR: optional(z.string()).describe('Folder for emails as files instead of sending them.'),
});

export const configSchema = settingsSchema
  .superRefine(({ SMTP_URL, MAIL_FROM, MAIL_DIR }, context) => {
    const refuse = (variable: string, message: string) =>
      context.addIssue({ code: 'custom', path: [variable], message });
    if (SMTP_URL === undefined && MAIL_DIR === undefined) refuse('SMTP_URL', 'or MAIL_DIR must be set');
    if (SMTP_URL !== undefined && MAIL_DIR !== undefined)
      refuse('MAIL_DIR', 'must not be set together with SMTP_URL');
    if (SMTP_URL !== undefined && MAIL_FROM === undefined) refuse('MAIL_FROM', 'is required with SMTP_URL');
  })
  .transform(({ MAIL_FROM = 'QR Attendance System <attendance@localhost>', ...settings }) => ({
    ...settings,
    MAIL_FROM,
  }));
export type Config = z.output<typeof configSchema>;

export const migrationConfigSchema = busConfigSchema.extend(
  settingsSchema.pick({ DATABASE_URL: true }).shape,
);

export const adminConfigSchema = settingsSchema.pick({ DATABASE_URL: true, PUBLIC_ORIGINS: true });

export const seedConfigSchema = settingsSchema.pick({
  DATABASE_URL: true,
  PIN_PEPPER: true,
  PIN_PEPPER_VERSION: true,
  PIN_PEPPERS_OTHER: true,
});
