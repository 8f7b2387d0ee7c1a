import {
  campusTimeZoneSchema,
  institutionSettingSchema,
  optionalSetting,
  originSchema,
  processConfigSchema,
  secret,
  secretListSchema,
  serviceUrlSchema,
  splitList,
} from '@qr-attendance/server';
import { z } from 'zod';

const atLeast = (least: number, usual: number) => z.coerce.number().int().min(least).default(usual);
const limit = (perWindow: number) => atLeast(1, perWindow);

/**
 * Accepts a number of proxies such as `2`, or addresses such as `loopback, 10.0.0.0/8`. Trusting all is not
 * possible, because any client could then forge its address.
 */
const trustProxySchema = z
  .string()
  .trim()
  .regex(/^(\d+|[a-z0-9.:/, ]+)$/i, 'must be a number of proxies, or their addresses')
  .refine((text) => !/^(true|all)$/i.test(text), 'must name the proxies')
  .transform((text) => (/^\d+$/.test(text) ? Number(text) : text.split(',').map((part) => part.trim())));

const folder = z.string().min(1).optional();

/** Placeholder for the name of an area. */
export const NAME_PLACEHOLDER = '{name}';

const REMOTE_NAME = /^[a-z0-9]+([.-][a-z0-9]+)*$/;
export const remoteServersSchema = z.record(z.string().regex(REMOTE_NAME), serviceUrlSchema);
const remoteUrlsSchema = z
  .string()
  .default('')
  .transform((text) =>
    splitList(text).map((part): [name: string, url: string] => {
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
    'Concurrent requests without event streams; more get 503 with `Retry-After`. One upstream may hold half.',
  ),
  AUTH_URL: serviceUrlSchema.describe('Auth service.'),
  COURSE_URL: serviceUrlSchema.describe('Course service.'),
  SESSION_URL: serviceUrlSchema.describe('Session service.'),
  ATTENDANCE_URL: serviceUrlSchema.describe('Attendance service.'),
  UPSTREAM_TIMEOUT_MS: atLeast(100, 15_000).describe(
    'Time for an upstream to respond, and to pause within a response that is not an event stream.',
  ),

  STATIC_SHELL_DIR: folder.describe('Folder of the built shell, or use `STATIC_SHELL_URL`.'),
  STATIC_REMOTES_DIR: z
    .string()
    .includes(NAME_PLACEHOLDER, { error: `must contain ${NAME_PLACEHOLDER}` })
    .optional()
    .describe('Folders of the built remotes, such as `/app/mfe-{name}/dist`, or use `STATIC_REMOTE_URLS`.'),
  STATIC_SHELL_URL: serviceUrlSchema.optional().describe('Web server of the shell: `http://shell:8080`.'),
  STATIC_REMOTE_URLS: remoteUrlsSchema.describe(
    'Web servers of remotes, separated by commas: `teacher=http://mfe-teacher:8080`.',
  ),
  STATIC_REMOTE_URLS_FILE: folder.describe(
    'File with more of them, reread when it changes: `{"teacher-2":"http://mfe-teacher-2:8080"}`.',
  ),
  REMOTES_FILE: folder.describe("File served as `/remotes.json` instead of the shell's."),

  CAMPUS_TIME_ZONE: campusTimeZoneSchema,
  INSTITUTION: institutionSettingSchema,

  TLS_CERT_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('Certificate (PEM), if no proxy terminates TLS. Required with `TLS_KEY_FILE`.'),
  TLS_KEY_FILE: z.string().min(1).optional().describe('Its key (PEM). Required with `TLS_CERT_FILE`.'),
  HTTPS_ORIGIN: optionalSetting(originSchema).describe(
    'Address to which plain HTTP on the port of this certificate leads; the requested host by default.',
  ),

  TRUST_PROXY: trustProxySchema
    .optional()
    .describe('Trusted proxies in front: their number, or their addresses separated by commas.'),
  ACCESS_TOKEN_PUBLIC_KEYS: optionalSetting(z.string()).describe(
    'JSON Web Key Set by which rate limits identify people. Without it they count by address and credential.',
  ),
  GATEWAY_TOKEN: secret(
    optionalSetting(z.string().min(32)),
    'Lets services trust client addresses from the gateway; derived from `INTERNAL_TOKEN` (docs/operations/secrets.md).',
  ),
  CLIENT_COOKIE_SECRET: secret(
    optionalSetting(z.string().min(32)),
    'Signs the cookie by which rate limits identify browsers; the same in all replicas.',
  ),
  CLIENT_COOKIE_SECRETS_ACCEPTED: secretListSchema(
    'Other accepted secrets, separated by commas, during rotation.',
  ),

  BODY_LIMIT: z
    .string()
    .regex(/^\d+(b|kb|mb)?$/i, 'must be a size such as 256kb')
    .default('256kb')
    .describe('Largest request body, such as `256kb` or `1mb`.'),

  MAX_BODIES: limit(3_000).describe('Request bodies arriving at once.'),
  MAX_BODIES_ADDRESS: limit(1_500).describe(
    'The same for unknown clients of one address; the oldest is dropped for a new one.',
  ),
  MAX_BODY_MEGABYTES: atLeast(4, 64).describe(
    'Memory for request bodies; use an eighth of the process’s limit. Unknown clients of one address get half.',
  ),
  BODY_BYTES_PER_SECOND: limit(1_000).describe(
    'Slowest average of a body after `BODY_GRACE_MS`; slower ones get 408.',
  ),
  BODY_GRACE_MS: atLeast(500, 8_000).describe('Time in which a body may be slower.'),
  MAX_CONNECTIONS: limit(8_000).describe('Open connections; the longest idle one is closed for a new one.'),
  MAX_CONNECTIONS_ADDRESS: limit(6_000).describe('The same for one address, except trusted proxies.'),
  MAX_STREAMS_ADDRESS: limit(1_000).describe('Open event streams of one address.'),
  READER_TIMEOUT_MS: atLeast(500, 20_000).describe('A response that stays unread for this long is closed.'),

  RATE_LIMIT_WINDOW_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3600)
    .default(60)
    .describe('Window of rate limits, per gateway process.'),
  RATE_LIMIT_CLIENT: limit(1_200).describe(
    'Requests of one account; a quarter more for scans, marks and renewals.',
  ),
  RATE_LIMIT_ADDRESS: limit(60_000).describe(
    'Requests of an address’s unknown clients before they wait; a quarter each for scans, marks, renewals and sign-ins.',
  ),
  RATE_LIMIT_ADDRESS_TOTAL: limit(240_000).describe(
    'All requests of an address before they wait, without scans, marks, renewals and sign-ins.',
  ),
  RATE_LIMIT_SIGN_IN: limit(2_000).describe(
    'Wrong passwords of an address’s unknown browsers before sign-ins wait.',
  ),
  RATE_LIMIT_SIGN_IN_CLIENT: limit(60).describe(
    'Wrong passwords from one account’s browsers before sign-ins are refused.',
  ),
  RATE_LIMIT_REGISTRATION: limit(3_000).describe('New accounts of an address before registrations wait.'),
  RATE_LIMIT_SCANS: limit(6_000).describe(
    'Wrong codes of an address before scans wait; a hundredth for one account’s browsers.',
  ),
  REPORTS_SAMPLE: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.1)
    .describe('Share of page loads that report web vitals; all report errors. 0 disables both.'),
  SERVICE_WORKER: z
    .enum(['on', 'off'])
    .default('on')
    .describe('`off` removes the service worker and its cache from every browser.'),
  RATE_LIMIT_RECEIPTS: limit(600).describe('Receipt checks of an address before they wait.'),
  RATE_LIMIT_TELEMETRY: limit(600).describe(
    'Client telemetry requests of an address; a twentieth for one account. More are refused.',
  ),
});

const [CERT, KEY] = ['TLS_CERT_FILE', 'TLS_KEY_FILE'] as const;
export const gatewayConfigSchema = settings
  .refine((config) => config[CERT] !== undefined || config[KEY] === undefined, { path: [CERT] })
  .refine((config) => config[KEY] !== undefined || config[CERT] === undefined, { path: [KEY] })
  .superRefine((config, context) => {
    const refuse = (variable: string, message: string) =>
      context.addIssue({ code: 'custom', path: [variable], message });
    const { STATIC_SHELL_DIR: dir, STATIC_SHELL_URL: url } = config;
    const { STATIC_REMOTES_DIR: remotes, STATIC_REMOTE_URLS: urls } = config;
    if (dir === undefined && url === undefined) refuse('STATIC_SHELL_DIR', 'or STATIC_SHELL_URL must be set');
    if (dir !== undefined && url !== undefined)
      refuse('STATIC_SHELL_URL', 'must not be set together with STATIC_SHELL_DIR');
    if (urls.length === 0 && remotes === undefined)
      refuse('STATIC_REMOTES_DIR', 'or STATIC_REMOTE_URLS must be set');
    if (urls.length > 0 && remotes !== undefined)
      refuse('STATIC_REMOTES_DIR', 'must not be set together with STATIC_REMOTE_URLS');
  });
export type GatewayConfig = z.output<typeof gatewayConfigSchema>;
