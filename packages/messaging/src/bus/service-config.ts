import {
  campusTimeZoneSchema,
  POOL_SIZE,
  processConfigSchema,
  secret,
  secretListSchema,
} from '@qr-attendance/server';
import { z } from 'zod';
import { busConfigSchema } from './bus-config.ts';

export const serviceConfigSchema = processConfigSchema.extend({
  INTERNAL_TOKEN: secret(
    z.string().min(32),
    'Authenticates services to each other on `/internal` routes. The gateway does not have it.',
  ),
  INTERNAL_TOKENS_ACCEPTED: secretListSchema(
    'Other accepted internal tokens, separated by commas, during rotation.',
  ),
  ACCESS_TOKEN_PUBLIC_KEYS: z.string().describe('JSON Web Key Set that verifies access tokens.'),
  ...busConfigSchema.shape,
  CAMPUS_TIME_ZONE: campusTimeZoneSchema,
  DATABASE_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(1)
    .max(500)
    .default(POOL_SIZE)
    .describe('Maximum database connections of a process.'),
});
export type ServiceConfig = z.output<typeof serviceConfigSchema>;
