import { z } from 'zod/mini';
import { daySchema, momentSchema, objectIdSchema, userIdSchema } from '../common.ts';
import { OPEN_POLICY, sessionPolicySchema } from '../session/policy.ts';
import { classroomSchema } from '../session/schemas.ts';
import { defineTopic } from './event.ts';

export const sessionChangedSchema = z.object({
  id: objectIdSchema,
  courseId: objectIdSchema,
  teacherId: userIdSchema,
  date: daySchema,
  startTime: momentSchema,
  endTime: z.optional(momentSchema),
  active: z.boolean(),
  /** When it stopped taking marks; only when no longer active. */
  endedAt: z.optional(momentSchema),
  location: z.optional(classroomSchema),
  lateAfterMinutes: z.int(),
  policy: z._default(sessionPolicySchema, OPEN_POLICY),
  version: z.int(),
});
export type SessionChanged = z.infer<typeof sessionChangedSchema>;
export const sessionChanged = defineTopic('session.session-changed', 'state', sessionChangedSchema);
