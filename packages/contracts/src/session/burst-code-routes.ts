import { z } from 'zod/mini';
import { idParams, momentSchema } from '../common.ts';
import { deviceKeySchema } from '../device-key.ts';
import { routesOf } from '../route.ts';
import { BURST_SEQUENCE } from './burst-code.ts';
import { codeSchema, verifiedScanSchema } from './scan-schemas.ts';
import { unattendedSchema } from './schemas.ts';

/**
 * Display time relative to the answer, in ms by the server's clock; 0 or negative for the code that is on display.
 */
const inMsSchema = z.int();

/** The current burst code, followed by the codes of the next `BURST_PREFETCH_MS`. */
const burstCodesSchema = z.object({
  /** Display time of each code, in ms. */
  windowMs: z.int().check(z.gte(1)),
  codes: z.array(z.object({ code: z.string(), inMs: inMsSchema })),
  /** Words for students who cannot scan; empty if the session does not accept words. */
  words: z.array(z.object({ words: z.array(z.string()), inMs: inMsSchema })),
  /** The number of times words were rejected because another browser had used them. */
  wordsRefused: z.optional(z.int()),
});
export type BurstCodes = z.infer<typeof burstCodesSchema>;

/** `agoMs`: time between the first sighting by the camera and the signature. */
const sightingSchema = z.object({ code: codeSchema, agoMs: z.int().check(z.gte(0), z.lte(60_000)) });

const burstSequenceSchema = z.object({
  codes: z
    .array(sightingSchema)
    .check(z.minLength(BURST_SEQUENCE.codes), z.maxLength(BURST_SEQUENCE.windows)),
  nonce: z.string().check(z.minLength(16), z.maxLength(64)),
  /** The browser's own clock. */
  at: momentSchema,
  /** Duration of an empty request shortly before, in ms; missing if it failed. */
  roundTripMs: z.optional(z.int().check(z.gte(0), z.lte(60_000))),
  /** Missing if the browser cannot store a key; the session's policy decides whether to accept that. */
  deviceKey: z.optional(deviceKeySchema),
});
export type BurstSequence = z.input<typeof burstSequenceSchema>;

const { get, post } = routesOf('session');

export const getBurstCodes = get('/api/sessions/:id/burst-codes', {
  summary: 'Get the current burst code of a session and those of the next seconds',
  access: 'teacher',
  grants: 'reads',
  params: idParams,
  query: unattendedSchema,
  answer: burstCodesSchema,
});
/** The key in the body must sign the request (`X-Device-Signature`). */
export const verifySequence = post('/api/sessions/scans/live', {
  summary: 'Exchange a scanned sequence of burst codes for a ticket',
  access: 'signed-in',
  grants: 'changesOwn',
  body: burstSequenceSchema,
  answer: verifiedScanSchema,
});
