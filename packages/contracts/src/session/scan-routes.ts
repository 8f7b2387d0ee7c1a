import { z } from 'zod/mini';
import { momentSchema } from '../common.ts';
import { deviceKeySchema } from '../device-key.ts';
import { routesOf } from '../route.ts';
import { anonymousScanSchema, codeSchema, verifiedScanSchema } from './scan-schemas.ts';

const { get, post } = routesOf('session');

/** Requires the header `X-Scan-Proof`, unless the session accepts unsigned scans. */
export const verifyCode = get('/api/sessions/verify/:qrCode', {
  summary: 'Exchange a scanned code for a ticket',
  access: 'signed-in',
  grants: 'changesOwn',
  params: z.object({ qrCode: codeSchema }),
  answer: verifiedScanSchema,
});
/**
 * For students who scan with the phone's camera app before they sign in. The key in the body must sign the
 * request (`X-Device-Signature`); browsers that cannot sign, for example over plain HTTP, sign in first.
 */
export const scanAnonymously = post('/api/sessions/scans', {
  summary: 'Redeem a scanned code without signing in',
  access: 'anyone',
  grants: 'changesOwn',
  refusals: [403],
  body: z.object({
    code: codeSchema,
    deviceKey: deviceKeySchema,
    /** A new nonce for each scan; `at` is the time according to the browser's clock. */
    nonce: z.optional(z.string()),
    at: z.optional(momentSchema),
  }),
  status: 201,
  answer: anonymousScanSchema,
});
/** Requires the header `X-Device-Signature`, made with the key that redeemed the code. */
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
