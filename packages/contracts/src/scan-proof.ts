import { z } from 'zod/mini';
import { momentSchema } from './common.ts';
import { deviceKeySchema } from './device-key.ts';

// In a file of its own: the pages sign by the type alone, and a bundler keeps schemas with checks.

/** The fields of a scan that a browser signs. `at` is the time of its own clock, right or wrong. */
export const scanProofSchema = z.object({
  code: z.string().check(z.maxLength(64)),
  nonce: z.string().check(z.minLength(16), z.maxLength(64)),
  at: momentSchema,
  deviceKey: deviceKeySchema,
});
export type ScanProof = z.infer<typeof scanProofSchema>;
