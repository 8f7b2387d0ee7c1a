import {
  campusTimeZoneSchema,
  POOL_SIZE,
  processConfigSchema,
  secret,
  secretListSchema,
} from '@qr-attendance/server';
import { z } from 'zod';
import { busConfigSchema } from './bus-config.ts';

/** Settings every service (not the gateway) has. */
export const serviceConfigSchema = processConfigSchema.extend({
  INTERNAL_TOKEN: secret(
    z.string().min(32),
    'Opens the `/internal` routes; shared by the services alone, the gateway has none. Each service sends this one.',
  ),
  INTERNAL_TOKENS_ACCEPTED: secretListSchema(
    'Further internal tokens that open these routes, separated by commas: the next or the earlier one while it is changed.',
  ),
  ACCESS_TOKEN_PUBLIC_KEYS: z
    .string()
    .describe("JSON Web Key Set of the auth service's public keys, which verify access tokens."),
  ...busConfigSchema.shape,
  CAMPUS_TIME_ZONE: campusTimeZoneSchema,
  DATABASE_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(1)
    .max(500)
    .default(POOL_SIZE)
    .describe('Connections this process has to its database at most.'),
});
export type ServiceConfig = z.output<typeof serviceConfigSchema>;
