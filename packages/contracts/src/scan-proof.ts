import { z } from 'zod/mini';
import { momentSchema } from './common.ts';
import { deviceKeySchema } from './device-key.ts';

// A separate file, because pages need only the type, and bundlers do not remove unused schemas with checks.

/** `at` is the time according to the browser's clock, which may be wrong. */
export const scanProofSchema = z.object({
  code: z.string().check(z.maxLength(64)),
  nonce: z.string().check(z.minLength(16), z.maxLength(64)),
  at: momentSchema,
  deviceKey: deviceKeySchema,
});
export type ScanProof = z.infer<typeof scanProofSchema>;
