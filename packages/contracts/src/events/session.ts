import { z } from 'zod/mini';
import { daySchema, momentSchema, objectIdSchema, userIdSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { sessionPolicySchema } from '../session/policy.ts';
import { classroomSchema, classRoomNameSchema, coveredSectionSchema } from '../session/schemas.ts';
import { defineTopic } from './event.ts';

/**
 * `edited`: times, sections, location, late limit or required checks. `confirmed`: the teacher confirmed that the class
 * took place.
 */
export const sessionChangeSchema = z.enum([
  'created',
  'edited',
  'ended',
  'canceled',
  'reopened',
  'confirmed',
  'deleted',
]);
export type SessionChange = z.infer<typeof sessionChangeSchema>;

export const sessionRevisionSchema = z.object({
  at: momentSchema,
  /** Null for the system, for example when the end time has passed. */
  by: z.nullable(userIdSchema),
  change: openEnum(sessionChangeSchema),
  date: daySchema,
  startTime: momentSchema,
  endTime: z.optional(momentSchema),
  lateAfterMinutes: z.int(),
  /** Missing if the session covered all sections of its course. */
  sections: z.optional(z.array(coveredSectionSchema)),
  room: z.optional(classRoomNameSchema),
  online: z.optional(z.boolean()),
});
export type SessionRevision = z.infer<typeof sessionRevisionSchema>;

export const sessionChangedSchema = z.object({
  id: objectIdSchema,
  courseId: objectIdSchema,
  /** The covered sections; missing if the session covers all current and future sections of its course. */
  sections: z.optional(z.array(coveredSectionSchema)),
  teacherId: userIdSchema,
  date: daySchema,
  startTime: momentSchema,
  endTime: z.optional(momentSchema),
  active: z.boolean(),
  /**
   * Present exactly if the session is no longer active. A session that was canceled before its end ended at
   * that moment.
   */
  endedAt: z.optional(momentSchema),
  /** Null unless canceled. A canceled session is not active. */
  canceledAt: z.optional(z.nullable(momentSchema)),
  /** The first time that the session's code was shown. */
  codeShownAt: z.optional(momentSchema),
  /**
   * The code was shown, or the teacher confirmed that the class took place. A scan or a teacher's decision also
   * proves it, but only the attendance service knows scans and decisions.
   */
  held: z.boolean(),
  /** Only a canceled session can be deleted. */
  deletedAt: z.optional(momentSchema),
  room: z.optional(classRoomNameSchema),
  online: z.optional(z.boolean()),
  /** The fence of the room at the time it was chosen. */
  location: z.optional(classroomSchema),
  lateAfterMinutes: z.int(),
  /** The schema is loose, so that checks of a newer release reach consumers that support them. */
  policy: z.looseObject(sessionPolicySchema.shape),
  /**
   * The last presence check that was started. `confirmed`: a projector view showed it to the end, so the
   * check counts.
   */
  presenceCheck: z.optional(
    z.object({ openedAt: momentSchema, endsAt: momentSchema, confirmed: z.boolean() }),
  ),
  /** Oldest first; the first revision is `created`. */
  revisions: z.array(sessionRevisionSchema),
  version: z.int(),
});
export type SessionChanged = z.infer<typeof sessionChangedSchema>;
export type SessionState = Omit<SessionChanged, 'held' | 'revisions'>;
export const sessionChanged = defineTopic('session.session-changed', 'state', sessionChangedSchema);
