import { z } from 'zod';
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
  endTime: momentSchema.optional(),
  active: z.boolean(),
  /** When it stopped taking marks; only when no longer active. */
  endedAt: momentSchema.optional(),
  location: classroomSchema.optional(),
  lateAfterMinutes: z.number().int(),
  policy: sessionPolicySchema.default(OPEN_POLICY),
  version: z.number().int(),
});
export type SessionChanged = z.infer<typeof sessionChangedSchema>;
export const sessionChanged = defineTopic('session.session-changed', 'state', sessionChangedSchema);
