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

const settings = processConfigSchema.extend({
  /** Requests under way at once, event streams not counted; one upstream may hold half of them. */
  MAX_REQUESTS: limit(2_000),
  AUTH_URL: serviceUrlSchema,
  COURSE_URL: serviceUrlSchema,
  SESSION_URL: serviceUrlSchema,
  ATTENDANCE_URL: serviceUrlSchema,
  /** How long an upstream may take to answer, and may pause within an answer; event streams may pause for ever. */
  UPSTREAM_TIMEOUT_MS: z.coerce.number().int().min(100).default(15_000),

  /** Folders of the built apps. */
  STATIC_SHELL_DIR: z.string().min(1),
  STATIC_TEACHER_DIR: z.string().min(1),
  STATIC_STUDENT_DIR: z.string().min(1),
  STATIC_ATTENDANCE_DIR: z.string().min(1),

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
/** Settings of the gateway. */
export const gatewayConfigSchema = settings
  .refine((config) => config[CERT] !== undefined || config[KEY] === undefined, { path: [CERT] })
  .refine((config) => config[KEY] !== undefined || config[CERT] === undefined, { path: [KEY] });
export type GatewayConfig = z.output<typeof gatewayConfigSchema>;
