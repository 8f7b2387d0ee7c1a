import { z } from 'zod/mini';
import { daySchema, momentSchema, objectIdSchema, givenRecordIdSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { sessionCourseSchema } from '../session/scan-schemas.ts';
import { studentRateSchema } from './analytics-schemas.ts';
import { auditActionSchema } from './mark-audit-schemas.ts';
import { flagSchema } from './review-schemas.ts';
import { openStatusSchema } from './schemas.ts';

export const GRID_SESSIONS_LIMIT = 60;
/** Maximum number of sessions of one student: the newest of the course. */
export const MAX_STUDENT_SESSIONS = 500;

/** A session that has started and was not canceled. */
const heldSessionSchema = z.object({
  _id: objectIdSchema,
  date: daySchema,
  startTime: momentSchema,
  active: z.boolean(),
  /** Rates include the session from this moment. */
  endedAt: z.optional(momentSchema),
});
export type HeldSession = z.infer<typeof heldSessionSchema>;

export const gridStudentSchema = z.extend(studentRateSchema, {
  /** One status per session of the grid, in the same order; null without a mark. */
  statuses: z.array(z.nullable(openStatusSchema)),
});
export type GridStudent = z.infer<typeof gridStudentSchema>;

export const courseGridSchema = z.object({
  sessions: z.array(heldSessionSchema),
  /** The `sessions` parameter for the next older sessions; missing if there are none. */
  olderSessions: z.optional(z.string()),
  students: z.array(gridStudentSchema),
});
export type CourseGrid = z.infer<typeof courseGridSchema>;

/**
 * The parallel class of another section that counts for a student in place of this class, because nobody can
 * attend both.
 */
export const parallelClassSchema = z.object({
  courseId: objectIdSchema,
  sectionId: objectIdSchema,
  attended: z.boolean(),
});
export type ParallelClass = z.infer<typeof parallelClassSchema>;

const noteSchema = z.object({
  at: momentSchema,
  action: openEnum(auditActionSchema),
  text: z.string(),
});

export const studentSessionSchema = z.extend(heldSessionSchema, {
  elsewhere: z.optional(parallelClassSchema),
  mark: z.optional(
    z.object({
      _id: givenRecordIdSchema,
      status: openStatusSchema,
      /** The time of the scan; missing for absences and marks without a scan. */
      timestamp: z.optional(momentSchema),
      correctedAt: z.optional(momentSchema),
      /** The action that set the status. */
      recorded: z.optional(openEnum(auditActionSchema)),
      needsReview: z.boolean(),
    }),
  ),
  /** Flags of the mark, or of a rejected attempt if there is no mark. */
  flags: z.array(flagSchema),
  notes: z.array(noteSchema),
});
export type StudentSession = z.infer<typeof studentSessionSchema>;

export const courseStudentSchema = z.extend(studentRateSchema, {
  course: sessionCourseSchema,
  enrolled: z.boolean(),
  /** The rate after each counted session, oldest first. */
  trend: z.array(z.object({ session: objectIdSchema, date: daySchema, attendancePercentage: z.number() })),
  sessions: z.array(studentSessionSchema),
});
export type CourseStudent = z.infer<typeof courseStudentSchema>;
