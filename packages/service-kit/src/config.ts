import { z } from 'zod';
import { busConfigSchema } from './bus/bus-config.ts';
import { ConfigError } from './config-error.ts';
import { POOL_SIZE } from './db/pool.ts';
import { REQUEST_TIMEOUT_MS } from './http/server.ts';

export { ConfigError };

/**
 * Reads settings from environment variables.
 * @throws ConfigError naming each variable that is missing or wrong, never its value (it may be a secret).
 */
export const readConfig = <Schema extends z.ZodType>(
  schema: Schema,
  env: Record<string, string | undefined> = process.env,
): z.output<Schema> => {
  const parsed = schema.safeParse(env);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => {
    const variable = issue.path.join('.');
    return env[variable] === undefined ? `${variable} is missing` : `${variable} is wrong (${issue.message})`;
  });
  throw new ConfigError(`Configuration: ${problems.join('; ')}.`);
};

/** Settings every process of the system has. */
export const processConfigSchema = z.object({
  HOST: z.string().default('0.0.0.0'),
  PORT: z.coerce.number().int().min(0).max(65535),
  /** `GET /metrics` is served here, on a listener of its own; 0 takes any free port, and nowhere unless said. */
  METRICS_PORT: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.coerce.number().int().min(0).max(65535).optional(),
  ),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Requests under way at once, event streams not counted; more are answered 503 with `Retry-After`. */
  MAX_REQUESTS: z.coerce.number().int().min(1).optional(),
  /** A request that has not arrived whole by then is answered 408. */
  REQUEST_TIMEOUT_MS: z.coerce.number().int().min(1_000).max(300_000).default(REQUEST_TIMEOUT_MS),
  /** Told to stop, a process goes on for so long while load balancers learn that it is no longer ready. */
  SHUTDOWN_PAUSE_MS: z.coerce.number().int().min(0).max(5_000).default(0),
});
export type ProcessConfig = z.output<typeof processConfigSchema>;

const isTimeZone = (name: string): boolean => {
  // Offsets such as +05:30 are none: PostgreSQL would read them the other way round.
  if (!/^[a-z]/i.test(name)) return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};
/** IANA name, the server's own unless said; "today", weeks and ends of days are the campus's. */
export const campusTimeZoneSchema = z
  .string()
  .default(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  .refine(isTimeZone, 'must be the name of a time zone, such as Europe/Vienna');

/** Settings every service (not the gateway) has. */
export const serviceConfigSchema = processConfigSchema.extend({
  /** Shared by the services alone; opens the `/internal` routes. */
  INTERNAL_TOKEN: z.string().min(32),
  /** JSON Web Key Set of auth's public keys. */
  ACCESS_TOKEN_PUBLIC_KEYS: z.string(),
  ...busConfigSchema.shape,
  CAMPUS_TIME_ZONE: campusTimeZoneSchema,
  /** Connections this process has to its database at most. */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(500).default(POOL_SIZE),
});
export type ServiceConfig = z.output<typeof serviceConfigSchema>;

/** Where another service answers, e.g. `http://course:3000`. */
export const serviceUrlSchema = z.url().transform((url) => url.replace(/\/$/, ''));

const isOrigin = (text: string): boolean => {
  const url = URL.parse(text);
  // The origin of a URL is all there is of it: no path, no name, no default port.
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
};

/**
 * Addresses at which browsers reach the product, separated by commas: `https://attendance.campus.example`. Pages of
 * no other origin make or use passkeys. The host name of the first is the passkeys' own unless a request says otherwise.
 */
export const publicOriginsSchema = z
  .string()
  .transform((text) => text.split(',').map((origin) => origin.trim()))
  .refine((origins) => origins.every(isOrigin), {
    error: 'must be http(s) addresses without a path, separated by commas',
  });
