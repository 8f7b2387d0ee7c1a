import { z } from 'zod/mini';
import { openEnum } from '../open-enum.ts';
import { momentSchema, givenRecordIdSchema } from '../common.ts';
import { attendanceRecordSchema, markDetailsSchema, studentInfoSchema } from './schemas.ts';

/** A student who is enrolled in the session's course, or has a mark in it. */
const rosterEntrySchema = z.object({
  student: studentInfoSchema,
  /** Since when; missing where the student is not, or no longer, enrolled. */
  enrolledAt: z.optional(momentSchema),
  mark: z.optional(markDetailsSchema),
});
export const rosterSchema = z.object({
  /** The fields that all marks share; missing while there is no mark. */
  session: z.optional(attendanceRecordSchema.shape.session),
  entries: z.array(rosterEntrySchema),
  next: z.optional(z.uuid()),
});
export type Roster = z.infer<typeof rosterSchema>;

/** Students whose status is set, or whose decisions are cleared, in one request. */
export const MAX_ROSTER_CHANGES = 500;

/**
 * Why a status was not set.
 * `mark_changed`: the student has another mark than the page showed.
 * `not_enrolled`: not, or no longer, of the course.
 */
export const statusRefusalSchema = z.enum(['mark_changed', 'not_enrolled']);
/** The result of setting a status. */
export const setStatusesResultSchema = z.object({
  /** Marks of the named students as they are now, also where they were so already. */
  marks: z.array(attendanceRecordSchema),
  refused: z.array(z.object({ studentId: z.uuid(), code: openEnum(statusRefusalSchema) })),
});
export type SetStatusesResult = z.infer<typeof setStatusesResultSchema>;

/** A mark that is no more, as the live roster tells of it. */
export const withdrawnMarkSchema = z.object({ _id: givenRecordIdSchema });

/** The result of clearing decisions. */
export const clearDecisionsResultSchema = z.object({
  /** Marks of these students as they are now: as scanned, or absent where the session is over. */
  marks: z.array(attendanceRecordSchema),
  /** Ids of those that are no more: only the teacher had set them. */
  withdrawn: z.array(givenRecordIdSchema),
  /** Ids of those that have changed since the page showed them. */
  refused: z.array(givenRecordIdSchema),
});
export type ClearDecisionsResult = z.infer<typeof clearDecisionsResultSchema>;
