import { z } from 'zod/mini';
import { momentSchema } from './common.ts';
import { deviceKeySchema } from './device-key.ts';

// A separate file, because pages use only the type and a bundler keeps schemas with checks.

/** `at` is the time of the browser's own clock, correct or not. */
export const scanProofSchema = z.object({
  code: z.string().check(z.maxLength(64)),
  nonce: z.string().check(z.minLength(16), z.maxLength(64)),
  at: momentSchema,
  deviceKey: deviceKeySchema,
});
export type ScanProof = z.infer<typeof scanProofSchema>;
