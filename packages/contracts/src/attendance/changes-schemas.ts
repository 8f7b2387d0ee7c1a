import { z } from 'zod/mini';
import { daySchema, momentSchema, objectIdSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { sessionCourseSchema } from '../session/scan-schemas.ts';
import { openStatusSchema } from './schemas.ts';

/** Maximum number of changes in one answer; the client gets newer changes after it confirms the returned changes. */
export const MAX_CHANGES = 50;

export const changeKindSchema = z.enum([
  'status_changed',
  'dispute_answered',
  'class_canceled',
  'class_restored',
  'class_moved',
]);
export type ChangeKind = z.infer<typeof changeKindSchema>;

export const seenChangeSchema = z.object({
  kind: openEnum(changeKindSchema),
  at: momentSchema,
  session: z.object({
    _id: objectIdSchema,
    course: sessionCourseSchema,
    date: daySchema,
    startTime: momentSchema,
  }),
  /** The name of the person who made the change; null for the system. */
  by: z.nullable(z.string()),
  /** The status before the change, for `status_changed`; null without a mark. */
  from: z.optional(z.nullable(openStatusSchema)),
  /** The status after the change; null without a mark. */
  to: z.optional(z.nullable(openStatusSchema)),
  /** The teacher's answer, for `dispute_answered`. */
  answer: z.optional(z.string()),
  /** The time before the change, for `class_moved`. */
  movedFrom: z.optional(z.object({ date: daySchema, startTime: momentSchema })),
});
export type SeenChange = z.infer<typeof seenChangeSchema>;

export const changesSchema = z.object({
  /** Newest first. */
  changes: z.array(seenChangeSchema),
  /** The client sends this value once it has shown the changes; missing if there are none. */
  until: z.optional(momentSchema),
  /** Newer changes exist; the server returns them once the returned changes are confirmed. */
  isMore: z.boolean(),
});
export type ChangeList = z.infer<typeof changesSchema>;
