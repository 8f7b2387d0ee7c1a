import { z } from 'zod/mini';
import { defineRoute } from '../route.ts';
import { clientTelemetrySchema } from './schemas.ts';

/** Answered by the gateway itself; counted and logged, kept nowhere. Any content type: beacons choose theirs. */
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
