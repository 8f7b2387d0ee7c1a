import { z } from 'zod/mini';

/** Checks that apply to every student, regardless of the student's preferences. */
export const requiredChecksSchema = z.object({
  requirePin: z.boolean(),
  requireDevice: z.boolean(),
  requireSelfie: z.boolean(),
  requirePasskey: z.boolean(),
});
export type RequiredChecks = z.infer<typeof requiredChecksSchema>;
