import { idParams } from '../common.ts';
import { routesOf } from '../route.ts';
import { burstCodesSchema, burstSequenceSchema } from './burst-code-schemas.ts';
import { verifiedScanSchema } from './scan-schemas.ts';
import { unattendedSchema } from './schemas.ts';

const { get, post } = routesOf('session');

export const getBurstCodes = get('/api/sessions/:id/burst-codes', {
  summary: 'Get the current burst code of a session and those of the next seconds',
  access: 'teacher',
  grants: 'reads',
  params: idParams,
  query: unattendedSchema,
  answer: burstCodesSchema,
});
/** Signed by the key in the body (`X-Device-Signature`). */
export const verifySequence = post('/api/sessions/scans/live', {
  summary: 'Exchange a scanned sequence of burst codes for a ticket',
  access: 'signed-in',
  grants: 'changesOwn',
  body: burstSequenceSchema,
  answer: verifiedScanSchema,
});
