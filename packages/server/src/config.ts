import { isTimeZone } from './campus-days.ts';
import { institutionSchema, MAX_NETWORKS, networkSchema } from '@qr-attendance/contracts';
import { tracingConfigSchema } from '@qr-attendance/observability';
import { z } from 'zod';
import { ConfigError } from './config-error.ts';
import { REQUEST_TIMEOUT_MS } from './http/server.ts';
import { secret } from './secret.ts';

export { ConfigError };

/**
 * @throws ConfigError naming each variable that is missing or invalid, never its value, which may be a secret
 */
export const readConfig = <Schema extends z.ZodType>(
  schema: Schema,
  env: Record<string, string | undefined> = process.env,
): z.output<Schema> => {
  const parsed = schema.safeParse(env);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => {
    const [variable = '', ...within] = issue.path.map(String);
    const where = within.length > 0 ? `${within.join('.')}: ` : '';
    return env[variable] === undefined
      ? `${variable} is missing`
      : `${variable} is wrong (${where}${issue.message})`;
  });
  throw new ConfigError(`Configuration: ${problems.join('; ')}.`);
};

/** An optional setting; Compose and Helm pass an empty string if it is not set. */
export const optionalSetting = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

export const processConfigSchema = z.object({
  HOST: z.string().default('0.0.0.0').describe('Address to listen on.'),
  PORT: z.coerce.number().int().min(0).max(65535).describe('Port to listen on; 0 takes any free port.'),
  METRICS_PORT: optionalSetting(z.coerce.number().int().min(0).max(65535)).describe(
    'Port of `GET /metrics`; 0 takes any free port. Without it there are no metrics.',
  ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Lowest level that is logged.'),
  MAX_REQUESTS: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe(
      'Concurrent requests without event streams; more get 503 with `Retry-After`. Unlimited by default.',
    ),
  REQUEST_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(1_000)
    .max(300_000)
    .default(REQUEST_TIMEOUT_MS)
    .describe('Time for a request to arrive in full before it gets 408.'),
  SHUTDOWN_PAUSE_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(5_000)
    .default(0)
    .describe('How long a stopping process keeps serving while load balancers notice that it is not ready.'),
  ...tracingConfigSchema.shape,
});
export type ProcessConfig = z.output<typeof processConfigSchema>;

export const timeZoneSchema = z
  .string()
  .refine(isTimeZone, 'must be the name of a time zone, such as Europe/Vienna');

/**
 * A name with a region is unambiguous. An abbreviation is not: IST is the time of India, Ireland and Israel.
 * `Etc/GMT+5` is five hours behind UTC, although its name suggests the opposite.
 */
const namesOneZone = (name: string): boolean =>
  ['UTC', 'Etc/UTC'].includes(name) || /^(?!Etc\/)[A-Z][A-Za-z]+\//.test(name);

export const campusTimeZoneSchema = z
  .string()
  .default(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  .refine(
    (name) => namesOneZone(name) && isTimeZone(name),
    'must be UTC or the name of a time zone with its region, such as Europe/Vienna',
  )
  .meta({
    description: 'Time zone of days and weeks, such as `UTC` or `Europe/Vienna`. The same in all processes.',
    defaultText: "the server's own",
  });

export const institutionSettingSchema = z
  .string()
  .default('')
  .transform((text, context): unknown => {
    try {
      return text === '' ? {} : JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'must be JSON' });
      return z.NEVER;
    }
  })
  .pipe(institutionSchema)
  .meta({
    description:
      'The institution’s departments, student numbers and words, as JSON (docs/operations/people.md). The same in all processes.',
    defaultText: 'the departments and words of the product',
  });

export const serviceUrlSchema = z.url().transform((url) => url.replace(/\/$/, ''));

const isOrigin = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
};

export const originSchema = z.string().refine(isOrigin, 'must be an http(s) address without a path');

/**
 * Origins at which browsers reach the product, separated by commas: `https://attendance.campus.example`. Passkeys
 * work only on pages of these origins. The host name of the first origin is the default relying party id.
 */
export const publicOriginsSchema = z
  .string()
  .transform((text) => text.split(',').map((origin) => origin.trim()))
  .refine((origins) => origins.every(isOrigin), {
    error: 'must be http(s) addresses without a path, separated by commas',
  })
  .describe(
    'Addresses in browsers, separated by commas: `https://attendance.campus.example`. Passkeys are bound to them; emails link to the first.',
  );

export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const MIN_SECRET_LENGTH = 32;
/** Additional accepted secrets, separated by commas; empty by default. */
export const secretListSchema = (description: string) =>
  secret(
    z
      .string()
      .default('')
      .transform(splitList)
      .refine((secrets) => secrets.every(({ length }) => length >= MIN_SECRET_LENGTH), {
        error: `must be texts of at least ${MIN_SECRET_LENGTH} characters, separated by commas`,
      }),
    description,
  );

/** Networks as CIDR, separated by commas, such as `10.20.0.0/16,2001:db8::/32`; empty by default. */
export const networksSchema = z
  .string()
  .default('')
  .transform(splitList)
  .refine(
    (networks) =>
      networks.length <= MAX_NETWORKS &&
      networks.every((network) => networkSchema.safeParse(network).success),
    {
      error: `must be networks such as 10.20.0.0/16, at most ${MAX_NETWORKS}, separated by commas`,
    },
  );
