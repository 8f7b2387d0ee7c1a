import { z } from 'zod/mini';
import { momentSchema } from '../common.ts';
import { deviceKeySchema } from '../device-key.ts';
import { routesOf } from '../route.ts';
import { anonymousScanSchema, codeSchema, verifiedScanSchema } from './scan-schemas.ts';

const { get, post } = routesOf('session');

/** With the header `X-Scan-Proof`, or unsigned if the session accepts that. */
export const verifyCode = get('/api/sessions/verify/:qrCode', {
  summary: 'Exchange a scanned code for a ticket',
  access: 'signed-in',
  grants: 'changesOwn',
  params: z.object({ qrCode: codeSchema }),
  answer: verifiedScanSchema,
});
/**
 * For students who scan with the phone's own camera app before they sign in. The request must be signed by
 * the key in its body (`X-Device-Signature`); browsers that cannot sign, as over plain HTTP, sign in first.
 */
export const scanAnonymously = post('/api/sessions/scans', {
  summary: 'Redeem a scanned code without signing in',
  access: 'anyone',
  grants: 'changesOwn',
  refusals: [403],
  body: z.object({
    code: codeSchema,
    deviceKey: deviceKeySchema,
    /** New for each scan; `at` is the time of the browser's own clock. */
    nonce: z.optional(z.string()),
    at: z.optional(momentSchema),
  }),
  status: 201,
  answer: anonymousScanSchema,
});
/** Requires the header `X-Device-Signature` by the key that redeemed the code. */
export const redeemScan = post('/api/sessions/scans/redeem', {
  summary: 'Exchange a redeemed scan for a ticket after signing in',
  access: 'signed-in',
  grants: 'changesOwn',
  body: z.object({
    scan: z.string().check(z.minLength(1, 'is required'), z.maxLength(2000)),
    deviceKey: deviceKeySchema,
    /** The browser's own clock. */
    at: z.optional(momentSchema),
  }),
  answer: verifiedScanSchema,
});
