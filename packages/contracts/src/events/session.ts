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
  /**
   * When it was canceled; null while it is not. A canceled one is not active, so that a release that does not know of
   * this sees an end. Left out by that release, which says nothing of it.
   */
  canceledAt: z.optional(z.nullable(momentSchema)),
  /** When it was deleted, which only a canceled one is. */
  deletedAt: z.optional(momentSchema),
  location: z.optional(classroomSchema),
  lateAfterMinutes: z.int(),
  /** With what a newer version asks for, kept for the day its reader knows it. */
  policy: z._default(z.looseObject(sessionPolicySchema.shape), OPEN_POLICY),
  /** The last second look that was begun. `confirmed`: a wall showed it to its end, so that it counts. */
  secondLook: z.optional(z.object({ openedAt: momentSchema, endsAt: momentSchema, confirmed: z.boolean() })),
  version: z.int(),
});
export type SessionChanged = z.infer<typeof sessionChangedSchema>;
export const sessionChanged = defineTopic('session.session-changed', 'state', sessionChangedSchema);
