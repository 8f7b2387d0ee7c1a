import { z } from 'zod/mini';
import { momentSchema } from './common.ts';
import { deviceKeySchema } from './device-key.ts';

// In a file of its own: the pages sign by the type alone, and a bundler keeps schemas with checks.

/** What a browser signs of a scan. `at` is its own clock's, whatever that says. */
export const scanProofSchema = z.object({
  code: z.string().check(z.maxLength(64)),
  nonce: z.string().check(z.minLength(16), z.maxLength(64)),
  at: momentSchema,
  deviceKey: deviceKeySchema,
});
export type ScanProof = z.infer<typeof scanProofSchema>;
