import { campusTimeZoneSchema, processConfigSchema, serviceUrlSchema } from '@qr-attendance/service-kit';
import { z } from 'zod';

const limit = (perWindow: number) => z.coerce.number().int().min(1).default(perWindow);

/** `2` is a number of proxies, `loopback, 10.0.0.0/8` are their addresses. "All" is not offered: anyone could then lie. */
const trustProxySchema = z
  .string()
  .trim()
  .regex(/^(\d+|[a-z0-9.:/, ]+)$/i, 'must be a number of proxies, or their addresses')
  .refine((text) => !/^(true|all)$/i.test(text), 'must name the proxies')
  .transform((text) => (/^\d+$/.test(text) ? Number(text) : text.split(',').map((part) => part.trim())));

const folder = z.string().min(1).optional();

/** Names as they stand in addresses: `teacher`, or `teacher-2` for a version beside it. */
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
  .refine((remotes) => remotes.every(([name]) => /^[a-z0-9]+([.-][a-z0-9]+)*$/.test(name)), {
    error: 'must be names and addresses such as teacher=http://mfe-teacher:8080, separated by commas',
  })
  .pipe(z.array(z.tuple([z.string(), serviceUrlSchema])));

const settings = processConfigSchema.extend({
  /** Requests under way at once, event streams not counted; one upstream may hold half of them. */
  MAX_REQUESTS: limit(2_000),
  AUTH_URL: serviceUrlSchema,
  COURSE_URL: serviceUrlSchema,
  SESSION_URL: serviceUrlSchema,
  ATTENDANCE_URL: serviceUrlSchema,
  /** How long an upstream may take to answer, and may pause within an answer; event streams may pause for ever. */
  UPSTREAM_TIMEOUT_MS: z.coerce.number().int().min(100).default(15_000),

  /** Folders of the built apps, or the web servers that have them. */
  STATIC_SHELL_DIR: folder,
  STATIC_TEACHER_DIR: folder,
  STATIC_STUDENT_DIR: folder,
  STATIC_ATTENDANCE_DIR: folder,
  /** Web server of the shell, in place of its folder: `http://shell:8080`. */
  STATIC_SHELL_URL: serviceUrlSchema.optional(),
  /** Web servers of the remotes, in place of their folders: `teacher=http://mfe-teacher:8080, …`, for `/remotes/teacher/`. */
  STATIC_REMOTE_URLS: remoteUrlsSchema,
  /** File that is answered as `/remotes.json` in place of the shell's own. */
  REMOTES_FILE: folder,

  /** Told to the web app. */
  CAMPUS_TIME_ZONE: campusTimeZoneSchema,

  /** Its own certificate and key as PEM files, where no proxy in front speaks TLS: both or none. */
  TLS_CERT_FILE: z.string().min(1).optional(),
  TLS_KEY_FILE: z.string().min(1).optional(),

  /** Proxies in front whose `X-Forwarded-*` headers are believed; none unless said. */
  TRUST_PROXY: trustProxySchema.optional(),
  /** Largest request body, e.g. `256kb`. */
  BODY_LIMIT: z
    .string()
    .regex(/^\d+(b|kb|mb)?$/i, 'must be a size such as 256kb')
    .default('256kb'),

  /** The limits below count within this window, in each gateway process by itself. */
  RATE_LIMIT_WINDOW_SECONDS: z.coerce.number().int().min(1).max(3600).default(60),
  /** Requests of one signed-in client. */
  RATE_LIMIT_CLIENT: limit(1_200),
  /** Requests of one address, which may be a hall of 1,500 students behind one NAT. */
  RATE_LIMIT_ADDRESS: limit(60_000),
  /** Sign-ins of one address that failed or are still under way. */
  RATE_LIMIT_SIGN_IN: limit(2_000),
  /** Registrations of one address. */
  RATE_LIMIT_REGISTRATION: limit(3_000),
  /** Wrong codes of one address, from people who have signed in; a whole hall may scan a moment too late, and again. */
  RATE_LIMIT_CODES: limit(6_000),
  /** The same from people who have not. */
  RATE_LIMIT_SCANS: limit(6_000),
});

const [CERT, KEY] = ['TLS_CERT_FILE', 'TLS_KEY_FILE'] as const;
const REMOTE_DIRS = ['STATIC_TEACHER_DIR', 'STATIC_STUDENT_DIR', 'STATIC_ATTENDANCE_DIR'] as const;
/** Settings of the gateway. */
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
