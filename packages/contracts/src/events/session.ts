import { z } from 'zod/mini';
import { daySchema, momentSchema, objectIdSchema, userIdSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { sessionPolicySchema } from '../session/policy.ts';
import { classroomSchema } from '../session/schemas.ts';
import { defineTopic } from './event.ts';

/**
 * The change that a revision of a session records. `edited`: times, location, late limit or required checks.
 * `confirmed`: the teacher confirmed that the class took place.
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

/** One revision of a session, with the values that held from then on. What changed is seen beside the revision before. */
export const sessionRevisionSchema = z.object({
  at: momentSchema,
  /** Null for the system, as when an end time passes. */
  by: z.nullable(userIdSchema),
  change: openEnum(sessionChangeSchema),
  date: daySchema,
  startTime: momentSchema,
  endTime: z.optional(momentSchema),
  lateAfterMinutes: z.int(),
});
export type SessionRevision = z.infer<typeof sessionRevisionSchema>;

export const sessionChangedSchema = z.object({
  id: objectIdSchema,
  courseId: objectIdSchema,
  teacherId: userIdSchema,
  date: daySchema,
  startTime: momentSchema,
  endTime: z.optional(momentSchema),
  active: z.boolean(),
  /** When it ended; present exactly when it is no longer active. A session canceled before its end ended when it was canceled. */
  endedAt: z.optional(momentSchema),
  /** When it was canceled; null while it is not. A canceled session is not active. */
  canceledAt: z.optional(z.nullable(momentSchema)),
  /** When its code was first shown; missing while it never was. */
  codeShownAt: z.optional(momentSchema),
  /**
   * Whether the class took place, as far as this service knows: its code was shown, or its teacher confirmed it. A scan or
   * a teacher's decision proves it as well, and only the attendance service knows those.
   */
  held: z.boolean(),
  /** When it was deleted, which only a canceled one is. */
  deletedAt: z.optional(momentSchema),
  location: z.optional(classroomSchema),
  lateAfterMinutes: z.int(),
  /** With what a newer version asks for, kept for the day its reader knows it. */
  policy: z.looseObject(sessionPolicySchema.shape),
  /** The last presence check that was begun. `confirmed`: a wall showed it to its end, so that it counts. */
  presenceCheck: z.optional(
    z.object({ openedAt: momentSchema, endsAt: momentSchema, confirmed: z.boolean() }),
  ),
  /** All revisions, oldest first; the first one is `created`. */
  revisions: z.array(sessionRevisionSchema),
  version: z.int(),
});
export type SessionChanged = z.infer<typeof sessionChangedSchema>;
/** A session without its revisions, as consumers keep it. */
export type SessionState = Omit<SessionChanged, 'held' | 'revisions'>;
export const sessionChanged = defineTopic('session.session-changed', 'state', sessionChangedSchema);
