import { z } from 'zod/mini';
import { objectIdSchema } from '../common.ts';
import { defineRoute } from '../route.ts';
import { burstCodesSchema, burstSequenceSchema } from './burst-code-schemas.ts';
import { verifiedScanSchema } from './scan-schemas.ts';

const service = 'session' as const;

export const getBurstCodes = defineRoute({
  service,
  method: 'get',
  path: '/api/sessions/:id/burst-codes',
  summary:
    'What the wall of my session shows now and in the next seconds, where its policy asks for a burst code',
  access: 'teacher',
  params: z.object({ id: objectIdSchema }),
  answer: burstCodesSchema,
});
/** Signed by the key that it names (`X-Device-Signature`). */
export const verifySequence = defineRoute({
  service,
  method: 'post',
  path: '/api/sessions/scans/live',
  summary: 'Exchange codes of a live session, scanned one after the other, for a ticket',
  access: 'signed-in',
  body: burstSequenceSchema,
  answer: verifiedScanSchema,
});
