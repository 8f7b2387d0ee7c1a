import { z } from 'zod/mini';
import { momentSchema } from '../common.ts';
import { deviceKeySchema } from '../device-key.ts';
import { BURST_SEQUENCE } from './burst-code.ts';
import { codeSchema } from './scan-schemas.ts';

/** When the wall shows it, in ms from the answer on by the server's clock; not above 0 for what is shown now. */
const inMsSchema = z.int();

/** The current burst code of a session, followed by the codes of the next `LIVE_AHEAD_MS`. */
export const burstCodesSchema = z.object({
  /** How long each code is shown, in ms. */
  windowMs: z.int().check(z.gte(1)),
  codes: z.array(z.object({ code: z.string(), inMs: inMsSchema })),
  /** For those who can't scan; empty where the session accepts no words. */
  words: z.array(z.object({ words: z.array(z.string()), inMs: inMsSchema })),
});
export type BurstCodes = z.infer<typeof burstCodesSchema>;

/** A code of the wall, and how long before the signature the camera first saw it, in ms. */
const sightingSchema = z.object({ code: codeSchema, agoMs: z.int().check(z.gte(0), z.lte(60_000)) });

/** Codes of a live session in the order in which a camera saw them. */
export const burstSequenceSchema = z.object({
  codes: z
    .array(sightingSchema)
    .check(z.minLength(BURST_SEQUENCE.codes), z.maxLength(BURST_SEQUENCE.windows)),
  nonce: z.string().check(z.minLength(16), z.maxLength(64)),
  /** When it was signed, by the browser's own clock. */
  at: momentSchema,
  /** How long an empty request took a moment before, there and back, in ms; missing where none came back. */
  roundTripMs: z.optional(z.int().check(z.gte(0), z.lte(60_000))),
  /** Missing where the browser can have no key; the session's policy says whether that is taken. */
  deviceKey: z.optional(deviceKeySchema),
});
export type BurstSequence = z.input<typeof burstSequenceSchema>;
