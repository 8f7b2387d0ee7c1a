import { z } from 'zod/mini';
import { openEnum } from '../open-enum.ts';
import { momentSchema, givenRecordIdSchema, objectIdSchema } from '../common.ts';
import { attendanceRecordSchema, markDetailsSchema, studentInfoSchema } from './schemas.ts';
import { parallelClassSchema } from './students-schemas.ts';

/** A student who belongs to one of the session's sections, or who has a mark in the session. */
const rosterEntrySchema = z.object({
  student: studentInfoSchema,
  /** Missing if the student is not currently enrolled. */
  enrolledAt: z.optional(momentSchema),
  /** Only for joint classes: the student's course. */
  courseId: z.optional(objectIdSchema),
  /** The student's section in the course; missing if the student is not currently enrolled. */
  sectionId: z.optional(objectIdSchema),
  mark: z.optional(markDetailsSchema),
  elsewhere: z.optional(parallelClassSchema),
});
export const rosterSchema = z.object({
  /**
   * The fields that are equal in all marks; missing if there are no marks. In a joint class, each mark names its own
   * course.
   */
  session: z.optional(attendanceRecordSchema.shape.session),
  entries: z.array(rosterEntrySchema),
  next: z.optional(z.uuid()),
});
export type Roster = z.infer<typeof rosterSchema>;

export const rosterCountsSchema = z.object({
  students: z.int(),
  /** The number of students who are PRESENT or LATE. */
  marked: z.int(),
});
export type RosterCounts = z.infer<typeof rosterCountsSchema>;

export const MAX_ROSTER_CHANGES = 500;

/**
 * `mark_changed`: the mark differs from the one that the page showed. `not_enrolled`: the student is not
 * currently in the course.
 */
export const statusRefusalSchema = z.enum(['mark_changed', 'not_enrolled']);
export const setStatusesResultSchema = z.object({
  /** Current marks of the named students, including unchanged marks. */
  marks: z.array(attendanceRecordSchema),
  refused: z.array(z.object({ studentId: z.uuid(), code: openEnum(statusRefusalSchema) })),
});
export type SetStatusesResult = z.infer<typeof setStatusesResultSchema>;

export const withdrawnMarkSchema = z.object({ _id: givenRecordIdSchema });

export const clearDecisionsResultSchema = z.object({
  /** Marks after the decisions were cleared: as scanned, or absent if the session has ended. */
  marks: z.array(attendanceRecordSchema),
  /** Ids of marks that no longer exist, because only the teacher had set them. */
  withdrawn: z.array(givenRecordIdSchema),
  /** Ids of marks that changed after the page loaded them. */
  refused: z.array(givenRecordIdSchema),
});
export type ClearDecisionsResult = z.infer<typeof clearDecisionsResultSchema>;
