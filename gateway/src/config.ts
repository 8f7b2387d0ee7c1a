import {
  campusTimeZoneSchema,
  institutionSettingSchema,
  processConfigSchema,
  secret,
  secretListSchema,
  serviceUrlSchema,
} from '@qr-attendance/server';
import { z } from 'zod';

const atLeast = (least: number, usual: number) => z.coerce.number().int().min(least).default(usual);
const limit = (perWindow: number) => atLeast(1, perWindow);

/** `2` is a number of proxies, `loopback, 10.0.0.0/8` are their addresses. "All" is not offered: anyone could then lie. */
const trustProxySchema = z
  .string()
  .trim()
  .regex(/^(\d+|[a-z0-9.:/, ]+)$/i, 'must be a number of proxies, or their addresses')
  .refine((text) => !/^(true|all)$/i.test(text), 'must name the proxies')
  .transform((text) => (/^\d+$/.test(text) ? Number(text) : text.split(',').map((part) => part.trim())));

/** Compose sets variables without a value to an empty string. */
const unlessEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const folder = z.string().min(1).optional();

/** Names in addresses: `teacher`, or `teacher-2` for another version of it. */
const REMOTE_NAME = /^[a-z0-9]+([.-][a-z0-9]+)*$/;
export const remoteServersSchema = z.record(z.string().regex(REMOTE_NAME), serviceUrlSchema);
const remoteUrlsSchema = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part): [name: string, url: string] => {
        const [name = '', ...rest] = part.split('=');
        return [name.trim(), rest.join('=').trim()];
      }),
  )
  .refine((remotes) => remotes.every(([name]) => REMOTE_NAME.test(name)), {
    error: 'must be names and addresses such as teacher=http://mfe-teacher:8080, separated by commas',
  })
  .pipe(z.array(z.tuple([z.string(), serviceUrlSchema])));

const settings = processConfigSchema.extend({
  MAX_REQUESTS: limit(3_000).describe(
    'Requests under way at once, event streams not counted; more are answered 503 with `Retry-After`. One upstream may hold half of them.',
  ),
  AUTH_URL: serviceUrlSchema.describe('Where the auth service answers.'),
  COURSE_URL: serviceUrlSchema.describe('Where the course service answers.'),
  SESSION_URL: serviceUrlSchema.describe('Where the session service answers.'),
  ATTENDANCE_URL: serviceUrlSchema.describe('Where the attendance service answers.'),
  UPSTREAM_TIMEOUT_MS: atLeast(100, 15_000).describe(
    'How long an upstream may take to answer, and may pause within an answer; event streams may pause for ever.',
  ),

  STATIC_SHELL_DIR: folder.describe('Folder of the built shell. This or `STATIC_SHELL_URL`.'),
  STATIC_TEACHER_DIR: folder.describe("Folder of the teachers' built remote. This or `STATIC_REMOTE_URLS`."),
  STATIC_STUDENT_DIR: folder.describe("Folder of the students' built remote. This or `STATIC_REMOTE_URLS`."),
  STATIC_ATTENDANCE_DIR: folder.describe(
    'Folder of the built remote that marks. This or `STATIC_REMOTE_URLS`.',
  ),
  STATIC_SHELL_URL: serviceUrlSchema
    .optional()
    .describe('Web server of the shell, in place of its folder: `http://shell:8080`.'),
  STATIC_REMOTE_URLS: remoteUrlsSchema.describe(
    'Web servers of the remotes, in place of their folders: `teacher=http://mfe-teacher:8080`, several separated by commas, for `/remotes/teacher/` and so on.',
  ),
  STATIC_REMOTE_URLS_FILE: folder.describe(
    'File with more of them, as JSON: `{"teacher-2":"http://mfe-teacher-2:8080"}`. Read as it changes, without a restart.',
  ),
  REMOTES_FILE: folder.describe("File that is answered as `/remotes.json` in place of the shell's own."),

  CAMPUS_TIME_ZONE: campusTimeZoneSchema,
  INSTITUTION: institutionSettingSchema,

  TLS_CERT_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Its own certificate as a PEM file, where no proxy in front speaks TLS. Needed with `TLS_KEY_FILE`.',
    ),
  TLS_KEY_FILE: z
    .string()
    .min(1)
    .optional()
    .describe("The certificate's key as a PEM file. Needed with `TLS_CERT_FILE`."),

  TRUST_PROXY: trustProxySchema
    .optional()
    .describe(
      'Proxies in front whose `X-Forwarded-*` headers are believed: their number, or their addresses separated by commas; none unless said.',
    ),
  ACCESS_TOKEN_PUBLIC_KEYS: unlessEmpty(z.string()).describe(
    "The services' own setting: the gateway knows people by their tokens, for limits alone. Without it limits go by address and credential.",
  ),
  GATEWAY_TOKEN: secret(
    unlessEmpty(z.string().min(32)),
    'Shows services that an address comes from the gateway; derived from their `INTERNAL_TOKEN` (operations/secrets.md). Without it they take every client’s address for the gateway’s, but on one machine.',
  ),
  CLIENT_COOKIE_SECRET: secret(
    unlessEmpty(z.string().min(32)),
    'Signs the cookie by which browsers are known before the sign-in, for limits alone; the same in all replicas. Without it such browsers count with their address.',
  ),
  CLIENT_COOKIE_SECRETS_ACCEPTED: secretListSchema(
    'Further secrets whose cookies are known, separated by commas: the next or the earlier one while it is changed.',
  ),

  BODY_LIMIT: z
    .string()
    .regex(/^\d+(b|kb|mb)?$/i, 'must be a size such as 256kb')
    .default('256kb')
    .describe('Largest request body, such as `256kb` or `1mb`.'),

  MAX_BODIES: limit(3_000).describe('Request bodies that are arriving at once.'),
  MAX_BODIES_ADDRESS: limit(1_500).describe(
    'Of those, from one address by clients that are not known; the oldest gives way to one more.',
  ),
  MAX_BODY_MEGABYTES: atLeast(4, 64).describe(
    'Memory for request bodies, arriving and under way: an eighth of what the process may have. Unknown clients of one address hold half of it at most.',
  ),
  BODY_BYTES_PER_SECOND: limit(1_000).describe(
    'A body that comes slower than this on average is answered 408 after `BODY_GRACE_MS`.',
  ),
  BODY_GRACE_MS: atLeast(500, 8_000).describe('A body may take this long at any rate.'),
  MAX_CONNECTIONS: limit(8_000).describe(
    'Connections open at once; the one that has been idle for longest gives way to one more.',
  ),
  MAX_CONNECTIONS_ADDRESS: limit(6_000).describe(
    'The same of one address, proxies that are trusted left out.',
  ),
  MAX_STREAMS_ADDRESS: limit(1_000).describe('Event streams of one address open at once.'),
  READER_TIMEOUT_MS: atLeast(500, 20_000).describe(
    'An answer or event stream that its reader leaves unread for so long is broken off.',
  ),

  RATE_LIMIT_WINDOW_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3600)
    .default(60)
    .describe('The limits on rates count within this window, in each gateway process by itself.'),
  RATE_LIMIT_CLIENT: limit(1_200).describe(
    'Requests of one account, known by a token or a browser cookie; a quarter more for scans, marks and renewals.',
  ),
  RATE_LIMIT_ADDRESS: limit(60_000).describe(
    'Requests of one address by clients that are not known, beyond which they wait for their turn; a quarter as many each for scans, marks, renewals and sign-ins.',
  ),
  RATE_LIMIT_ADDRESS_TOTAL: limit(240_000).describe(
    'Requests of one address by anyone, beyond which they wait for their turn; scans, marks, renewals and sign-ins left out.',
  ),
  RATE_LIMIT_SIGN_IN: limit(2_000).describe(
    'Wrong passwords of one address from browsers that are not known, beyond which their sign-ins wait for their turn.',
  ),
  RATE_LIMIT_SIGN_IN_CLIENT: limit(60).describe(
    'Wrong passwords from the browsers of one account, beyond which their sign-ins are refused.',
  ),
  RATE_LIMIT_REGISTRATION: limit(3_000).describe(
    'New accounts of one address, beyond which registrations wait for their turn.',
  ),
  RATE_LIMIT_SCANS: limit(6_000).describe(
    'Wrong codes of one address before the sign-in, beyond which scans wait for their turn; the browsers of one account a hundredth of it.',
  ),
  REPORTS_SAMPLE: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.1)
    .describe(
      'Share of page loads that report web vitals. Errors are reported from all of them; with 0 nothing is.',
    ),
  SERVICE_WORKER: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      "Whether browsers keep the app's files by a service worker. `off` has each browser remove the one it has, with all that it keeps.",
    ),
  RATE_LIMIT_RECEIPTS: limit(600).describe(
    'Receipts checked from one address, beyond which checks wait for their turn.',
  ),
  RATE_LIMIT_TELEMETRY: limit(600).describe(
    'Client telemetry of one address, each with up to 20 errors and web vitals; one account has a twentieth of it. More is refused.',
  ),
});

const [CERT, KEY] = ['TLS_CERT_FILE', 'TLS_KEY_FILE'] as const;
const REMOTE_DIRS = ['STATIC_TEACHER_DIR', 'STATIC_STUDENT_DIR', 'STATIC_ATTENDANCE_DIR'] as const;
export const gatewayConfigSchema = settings
  .refine((config) => config[CERT] !== undefined || config[KEY] === undefined, { path: [CERT] })
  .refine((config) => config[KEY] !== undefined || config[CERT] === undefined, { path: [KEY] })
  .superRefine((config, context) => {
    const refuse = (variable: string, message: string) =>
      context.addIssue({ code: 'custom', path: [variable], message });
    const { STATIC_SHELL_DIR: dir, STATIC_SHELL_URL: url, STATIC_REMOTE_URLS: urls } = config;
    if (dir === undefined && url === undefined) refuse('STATIC_SHELL_DIR', 'or STATIC_SHELL_URL must be set');
    if (dir !== undefined && url !== undefined)
      refuse('STATIC_SHELL_URL', 'goes without STATIC_SHELL_DIR alone');
    for (const name of REMOTE_DIRS) {
      if (urls.length === 0 && config[name] === undefined) refuse(name, 'or STATIC_REMOTE_URLS must be set');
      if (urls.length > 0 && config[name] !== undefined)
        refuse(name, 'goes without STATIC_REMOTE_URLS alone');
    }
  });
export type GatewayConfig = z.output<typeof gatewayConfigSchema>;
