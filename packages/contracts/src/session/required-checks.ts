import { z } from 'zod/mini';

/** Checks for every student, whatever the student's own preferences. */
export const requiredChecksSchema = z.object({
  requirePin: z.boolean(),
  requireDevice: z.boolean(),
  requireSelfie: z.boolean(),
  requirePasskey: z.boolean(),
});
export type RequiredChecks = z.infer<typeof requiredChecksSchema>;
