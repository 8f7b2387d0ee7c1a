import { z } from 'zod/mini';
import { daySchema, momentSchema, objectIdSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { sessionCourseSchema } from '../session/scan-schemas.ts';
import { openStatusSchema } from './schemas.ts';

/** The maximum number of changes in one answer; newer ones follow once these were seen. */
export const MAX_CHANGES = 50;

export const changeKindSchema = z.enum([
  'status_changed',
  'dispute_answered',
  'class_canceled',
  'class_restored',
  'class_moved',
]);
export type ChangeKind = z.infer<typeof changeKindSchema>;

/** A change that somebody else made to a student's record or to a class of theirs: what was seen before, and what holds now. */
export const seenChangeSchema = z.object({
  kind: openEnum(changeKindSchema),
  at: momentSchema,
  session: z.object({
    _id: objectIdSchema,
    course: sessionCourseSchema,
    date: daySchema,
    startTime: momentSchema,
  }),
  /** The name of whoever made it; null for the system. */
  by: z.nullable(z.string()),
  /** The status before, for `status_changed`; null where there was no mark. */
  from: z.optional(z.nullable(openStatusSchema)),
  /** The status now; null where there is no mark. */
  to: z.optional(z.nullable(openStatusSchema)),
  /** The teacher's answer, for `dispute_answered`. */
  answer: z.optional(z.string()),
  /** The time before, for `class_moved`. */
  movedFrom: z.optional(z.object({ date: daySchema, startTime: momentSchema })),
});
export type SeenChange = z.infer<typeof seenChangeSchema>;

export const changesSchema = z.object({
  /** Newest first. */
  changes: z.array(seenChangeSchema),
  /** To be sent once these were shown; missing where there are none. */
  until: z.optional(momentSchema),
  /** There are newer ones, which follow once these were seen. */
  isMore: z.boolean(),
});
export type ChangeList = z.infer<typeof changesSchema>;
