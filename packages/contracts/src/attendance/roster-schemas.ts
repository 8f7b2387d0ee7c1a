import { z } from 'zod/mini';
import { openEnum } from '../open-enum.ts';
import { momentSchema, givenRecordIdSchema, objectIdSchema } from '../common.ts';
import { attendanceRecordSchema, markDetailsSchema, studentInfoSchema } from './schemas.ts';
import { parallelClassSchema } from './students-schemas.ts';

/** A student of one of the session's sections, or with a mark in the session. */
const rosterEntrySchema = z.object({
  student: studentInfoSchema,
  /** Missing if the student is not, or no longer, enrolled. */
  enrolledAt: z.optional(momentSchema),
  /** Only in a joint class: the course that the student is in. */
  courseId: z.optional(objectIdSchema),
  /** The student's section in the course; missing if the student is not, or no longer, enrolled. */
  sectionId: z.optional(objectIdSchema),
  mark: z.optional(markDetailsSchema),
  elsewhere: z.optional(parallelClassSchema),
});
export const rosterSchema = z.object({
  /** Fields that all marks share, but for the course of a joint class; missing while there is no mark. */
  session: z.optional(attendanceRecordSchema.shape.session),
  entries: z.array(rosterEntrySchema),
  next: z.optional(z.uuid()),
});
export type Roster = z.infer<typeof rosterSchema>;

/** The two numbers on a screen in front of the class. Guests are not counted. */
export const rosterCountsSchema = z.object({
  students: z.int(),
  /** PRESENT or LATE. */
  marked: z.int(),
});
export type RosterCounts = z.infer<typeof rosterCountsSchema>;

/** Maximum number of students in one request. */
export const MAX_ROSTER_CHANGES = 500;

/**
 * `mark_changed`: the student has another mark than the page showed. `not_enrolled`: the student is not, or
 * no longer, in the course.
 */
export const statusRefusalSchema = z.enum(['mark_changed', 'not_enrolled']);
export const setStatusesResultSchema = z.object({
  /** Current marks of the named students, including unchanged ones. */
  marks: z.array(attendanceRecordSchema),
  refused: z.array(z.object({ studentId: z.uuid(), code: openEnum(statusRefusalSchema) })),
});
export type SetStatusesResult = z.infer<typeof setStatusesResultSchema>;

export const withdrawnMarkSchema = z.object({ _id: givenRecordIdSchema });

export const clearDecisionsResultSchema = z.object({
  /** Current marks of these students: as scanned, or absent if the session is over. */
  marks: z.array(attendanceRecordSchema),
  /** Ids of marks that no longer exist, because only the teacher had set them. */
  withdrawn: z.array(givenRecordIdSchema),
  /** Ids of marks that have changed since the page showed them. */
  refused: z.array(givenRecordIdSchema),
});
export type ClearDecisionsResult = z.infer<typeof clearDecisionsResultSchema>;
