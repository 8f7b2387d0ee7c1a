import { availableParallelism } from 'node:os';
import { teacherRegistrationSchema } from '@qr-attendance/contracts';
import { busConfigSchema, serviceConfigSchema } from '@qr-attendance/messaging';
import {
  institutionSettingSchema,
  pepperConfigSchema,
  publicOriginsSchema,
  secret,
} from '@qr-attendance/server';
import { z } from 'zod';

/** Unless set otherwise; one is left for files and host names. */
const LIBUV_THREADS = 4;

/** Compose and Helm set variables without a value to an empty string. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const settingsSchema = serviceConfigSchema.extend({
  DATABASE_URL: secret(z.string(), "The service's own database: `postgres://…/auth`."),
  ACCESS_TOKEN_PRIVATE_KEY: secret(z.string(), 'Private JSON Web Key (P-256) that signs access tokens.'),
  ACCESS_TOKEN_MINUTES: z.coerce
    .number()
    .int()
    .min(1)
    .default(15)
    .describe('How long an access token is good.'),
  REFRESH_TOKEN_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .default(30)
    .describe('After so long without a visit a person signs in again.'),
  COOKIE_SECURE: z
    .stringbool()
    .default(true)
    .describe('Off only where the product is served over plain HTTP on one machine.'),
  ...pepperConfigSchema.shape,
  PUBLIC_ORIGINS: publicOriginsSchema,
  DEVICE_COOL_DOWN_HOURS: z.coerce
    .number()
    .min(0)
    .max(720)
    .default(24)
    .describe(
      'A device counts only so long after the removal of the one whose place it takes; 0 for at once.',
    ),
  ADDED_PROOF_COOL_DOWN_HOURS: optional(z.coerce.number().min(0).max(720)).meta({
    description:
      'A device or passkey that a student adds counts only so long after that, but for the first ever of its kind and one that a teacher or an administrator confirms; 0 for at once.',
    defaultText: 'as `DEVICE_COOL_DOWN_HOURS`',
  }),
  FRESH_PROOF_MINUTES: z.coerce
    .number()
    .min(1)
    .max(1440)
    .default(15)
    .describe('So long after showing the password a student can add a device or a passkey without it.'),
  SIGN_IN_QUEUE_LENGTH: z.coerce
    .number()
    .int()
    .min(8)
    .max(1_000)
    .default(800)
    .describe(
      'Sign-ins that a process holds at most until their password is hashed, and no more than it hashes in 11 s; others are answered 503 with a place in the queue.',
    ),
  PASSWORD_HASHES_AT_ONCE: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(() => Math.min(availableParallelism(), LIBUV_THREADS - 1))
    .meta({
      description:
        'Passwords hashed at once; each takes 19 MiB and a core. More than three only with a larger `UV_THREADPOOL_SIZE`.',
      defaultText: 'the number of cores, at most 3',
    }),
  INSTITUTION: institutionSettingSchema,
  TEACHER_REGISTRATION: z
    ._default(teacherRegistrationSchema, 'invite')
    .describe('`open`: anyone registers as a teacher; `invite`: with an invite code; `closed`: nobody does.'),
  MAIL_LINKS_PER_ADDRESS: z.coerce
    .number()
    .int()
    .min(1)
    .default(3_000)
    .describe(
      'Links (forgotten password, sign-in; as many again that verify an email address) that can be asked for from one address within an hour; a campus may share one. As many as it has people.',
    ),
  MAIL_LINKS_IN_ALL: z.coerce
    .number()
    .int()
    .min(1)
    .default(10_000)
    .describe('The same from all addresses together: no more than the mail server takes.'),
  AUDITOR_EMAIL: optional(z.email('must be an email address')).describe(
    'Who is emailed each night’s root of the history of marks. Without it nobody is.',
  ),
  SMTP_URL: secret(
    optional(z.url({ protocol: /^smtps?$/, error: 'must begin with smtp:// or smtps://' })),
    'Server that mails are handed to: `smtps://name:password@mail.campus.example`. This or `MAIL_DIR`.',
  ),
  MAIL_FROM: optional(z.string()).describe(
    'Sender of mails: `QR Attendance <attendance@campus.example>`. Needed with `SMTP_URL`.',
  ),
  MAIL_DIR: optional(z.string()).describe(
    'Folder that mails are put into, each a file, instead of being sent.',
  ),
});

export const configSchema = settingsSchema
  .superRefine(({ SMTP_URL, MAIL_FROM, MAIL_DIR }, context) => {
    const refuse = (variable: string, message: string) =>
      context.addIssue({ code: 'custom', path: [variable], message });
    if (SMTP_URL === undefined && MAIL_DIR === undefined) refuse('SMTP_URL', 'or MAIL_DIR must be set');
    if (SMTP_URL !== undefined && MAIL_DIR !== undefined) refuse('MAIL_DIR', 'goes without SMTP_URL alone');
    if (SMTP_URL !== undefined && MAIL_FROM === undefined) refuse('MAIL_FROM', 'is needed with SMTP_URL');
  })
  .transform(({ MAIL_FROM = 'QR Attendance System <attendance@localhost>', ...settings }) => ({
    ...settings,
    MAIL_FROM,
  }));
export type Config = z.output<typeof configSchema>;

/** The settings needed to prepare the service's stores. */
export const migrationConfigSchema = busConfigSchema.extend(
  settingsSchema.pick({ DATABASE_URL: true }).shape,
);

/** The settings needed to create an administrator from the command line. */
export const adminConfigSchema = settingsSchema.pick({ DATABASE_URL: true, PUBLIC_ORIGINS: true });
