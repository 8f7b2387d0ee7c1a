import { z } from 'zod/mini';
import { defineRoute } from '../route.ts';
import { clientTelemetrySchema } from './schemas.ts';

/**
 * The gateway counts and logs telemetry without storing it. It accepts any content type, because beacons
 * choose their own.
 */
export const sendTelemetry = defineRoute({
  service: 'gateway',
  method: 'post',
  path: '/api/reports',
  summary: 'Report errors and web vitals of a page, without personal data',
  access: 'anyone',
  body: clientTelemetrySchema,
  status: 204,
  answer: z.undefined(),
});
