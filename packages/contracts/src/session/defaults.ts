import { z } from 'zod/mini';
import { requiredChecksSchema, sessionPolicyChoiceSchema, sessionPolicySchema } from './policy.ts';
import { lateAfterMinutesSchema } from './schemas.ts';

// In a file of its own, as input-schemas.ts is: the student's pages need none of it.

/** A teacher's choice for a course's sessions; what it leaves out is the institution's. */
export const newSessionDefaultsSchema = z.extend(sessionPolicyChoiceSchema, {
  lateAfterMinutes: z.optional(lateAfterMinutesSchema),
});

/** The defaults of a course for its sessions. */
export const sessionDefaultsSchema = z.extend(sessionPolicySchema, {
  lateAfterMinutes: z.int(),
  /** The minimum that the institution requires of every session. */
  floor: z.optional(requiredChecksSchema),
});
export type SessionDefaults = z.infer<typeof sessionDefaultsSchema>;
