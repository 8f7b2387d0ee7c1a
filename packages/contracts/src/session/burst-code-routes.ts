import { z } from 'zod/mini';
import { objectIdSchema } from '../common.ts';
import { defineRoute } from '../route.ts';
import { burstCodesSchema, burstSequenceSchema } from './burst-code-schemas.ts';
import { verifiedScanSchema } from './scan-schemas.ts';
import { unattendedSchema } from './schemas.ts';

const service = 'session' as const;

export const getBurstCodes = defineRoute({
  service,
  method: 'get',
  path: '/api/sessions/:id/burst-codes',
  summary: 'Get the current burst code of a session and those of the next seconds',
  access: 'teacher',
  params: z.object({ id: objectIdSchema }),
  query: unattendedSchema,
  answer: burstCodesSchema,
});
/** Signed by the key in the body (`X-Device-Signature`). */
export const verifySequence = defineRoute({
  service,
  method: 'post',
  path: '/api/sessions/scans/live',
  summary: 'Exchange a scanned sequence of burst codes for a ticket',
  access: 'signed-in',
  body: burstSequenceSchema,
  answer: verifiedScanSchema,
});
