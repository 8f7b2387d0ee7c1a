import { z } from 'zod/mini';
import { defineRoute } from '../route.ts';
import { browserReportsSchema } from './schemas.ts';

/** Answered by the gateway itself; counted and logged, kept nowhere. Any content type: beacons choose theirs. */
export const sendReports = defineRoute({
  service: 'gateway',
  method: 'post',
  path: '/api/reports',
  summary: 'Report errors and web vitals of a page, without personal data',
  access: 'anyone',
  body: browserReportsSchema,
  status: 204,
  answer: z.undefined(),
});
