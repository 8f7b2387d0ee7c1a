import { z } from 'zod/mini';
import { requiredChecksSchema, sessionPolicyChoiceSchema, sessionPolicySchema } from './policy.ts';
import { lateAfterMinutesSchema } from './schemas.ts';

// A separate file, as input-schemas.ts is: the student's pages need none of it.

/** Missing fields use the institution's default. */
export const newSessionDefaultsSchema = z.extend(sessionPolicyChoiceSchema, {
  lateAfterMinutes: z.optional(lateAfterMinutesSchema),
});

export const sessionDefaultsSchema = z.extend(sessionPolicySchema, {
  lateAfterMinutes: z.int(),
  /** The institution's minimum for every session. */
  floor: z.optional(requiredChecksSchema),
});
export type SessionDefaults = z.infer<typeof sessionDefaultsSchema>;
