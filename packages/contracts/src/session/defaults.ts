import { z } from 'zod/mini';
import { sessionPolicyChoiceSchema, sessionPolicySchema } from './policy.ts';
import { requiredChecksSchema } from './required-checks.ts';
import { lateAfterMinutesSchema } from './schemas.ts';

// A separate file, because the student's pages do not need these schemas (see input-schemas.ts).

/** The institution's defaults apply to missing fields. */
export const newSessionDefaultsSchema = z.extend(sessionPolicyChoiceSchema, {
  lateAfterMinutes: z.optional(lateAfterMinutesSchema),
  /**
   * The dashboard of the class's teacher opens the projector view when the class starts. The code is shown
   * only there, and the class counts as held once somebody scans or the teacher touches the page.
   */
  opensItself: z.optional(z.boolean()),
});

export const sessionDefaultsSchema = z.extend(sessionPolicySchema, {
  lateAfterMinutes: z.int(),
  /** The institution's minimum for every session. */
  floor: z.optional(requiredChecksSchema),
});
export type SessionDefaults = z.infer<typeof sessionDefaultsSchema>;
