import { z } from 'zod/mini';
import { momentSchema, objectIdSchema, userIdSchema } from '../common.ts';

export const MARKED_MEMBERS_BATCH = 500;

export const markedClassesSearchSchema = z.object({
  members: z
    .array(z.object({ courseId: objectIdSchema, studentId: userIdSchema }))
    .check(z.maxLength(MARKED_MEMBERS_BATCH)),
});
export type MarkedClassesSearch = z.output<typeof markedClassesSearchSchema>;

export const markedClassSchema = z.object({
  courseIds: z.array(objectIdSchema),
  /** The sections that the class covers; missing if it covers the whole course. */
  sectionIds: z.optional(z.array(objectIdSchema)),
  startTime: momentSchema,
  /** Missing while the class is running or scheduled. */
  endedAt: z.optional(momentSchema),
  studentIds: z.array(userIdSchema),
});
export type FoundMarkedClass = z.output<typeof markedClassSchema>;
