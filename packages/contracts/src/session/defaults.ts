import { z } from 'zod/mini';
import { sessionPolicyChoiceSchema, sessionPolicySchema } from './policy.ts';
import { requiredChecksSchema } from './required-checks.ts';
import { lateAfterMinutesSchema } from './schemas.ts';

// A separate file, as input-schemas.ts is: the student's pages need none of it.

/** Missing fields use the institution's default. */
export const newSessionDefaultsSchema = z.extend(sessionPolicyChoiceSchema, {
  lateAfterMinutes: z.optional(lateAfterMinutesSchema),
  /**
   * The dashboard of the class's teacher opens the projector view at the start. The code is shown on no other
   * page, and the class counts as held once somebody scans or the teacher touches the page.
   */
  opensItself: z.optional(z.boolean()),
});

export const sessionDefaultsSchema = z.extend(sessionPolicySchema, {
  lateAfterMinutes: z.int(),
  /** The institution's minimum for every session. */
  floor: z.optional(requiredChecksSchema),
});
export type SessionDefaults = z.infer<typeof sessionDefaultsSchema>;
