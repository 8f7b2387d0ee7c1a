import { z } from 'zod/mini';

export const requiredChecksSchema = z.object({
  requirePin: z.boolean(),
  requireDevice: z.boolean(),
  requireSelfie: z.boolean(),
  requirePasskey: z.boolean(),
});
export type RequiredChecks = z.infer<typeof requiredChecksSchema>;
