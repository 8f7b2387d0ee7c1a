import { z } from 'zod/mini';
import { daySchema, momentSchema, objectIdSchema, givenRecordIdSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { sessionCourseSchema } from '../session/scan-schemas.ts';
import { studentRateSchema } from './analytics-schemas.ts';
import { auditActionSchema, flagSchema } from './review-schemas.ts';
import { openStatusSchema } from './schemas.ts';

/** Sessions in a grid; older ones are asked for by `sessions`. */
export const GRID_SESSIONS = 60;
/** Sessions of one student, the newest of the course. */
export const STUDENT_SESSIONS = 500;

/** A session of a course that has begun and was not canceled. */
const heldSessionSchema = z.object({
  _id: objectIdSchema,
  date: daySchema,
  startTime: momentSchema,
  active: z.boolean(),
  /** When it ended; rates count it from then on. */
  endedAt: z.optional(momentSchema),
});
export type HeldSession = z.infer<typeof heldSessionSchema>;

export const gridStudentSchema = z.extend(studentRateSchema, {
  /** One status for each session of the grid, in the same order; null without a mark. */
  statuses: z.array(z.nullable(openStatusSchema)),
});
export type GridStudent = z.infer<typeof gridStudentSchema>;

export const courseGridSchema = z.object({
  /** Newest first. */
  sessions: z.array(heldSessionSchema),
  /** The value to send as `sessions` for older sessions; missing if there are none. */
  olderSessions: z.optional(z.string()),
  students: z.array(gridStudentSchema),
});
export type CourseGrid = z.infer<typeof courseGridSchema>;

/** A reason or a word of a dispute, as it was written into a mark's history. */
const noteSchema = z.object({
  at: momentSchema,
  action: openEnum(auditActionSchema),
  text: z.string(),
});

export const studentSessionSchema = z.extend(heldSessionSchema, {
  mark: z.optional(
    z.object({
      _id: givenRecordIdSchema,
      status: openStatusSchema,
      /** An absence has none. */
      timestamp: z.optional(momentSchema),
      /** The action that set the status. */
      recorded: z.optional(openEnum(auditActionSchema)),
      needsReview: z.boolean(),
    }),
  ),
  /** Reasons to look at it, also where there is no mark. */
  flags: z.array(flagSchema),
  notes: z.array(noteSchema),
});
export type StudentSession = z.infer<typeof studentSessionSchema>;

export const courseStudentSchema = z.extend(studentRateSchema, {
  course: sessionCourseSchema,
  /** Whether the student is still in the course. */
  enrolled: z.boolean(),
  /** The rate after each session that counted, oldest first. */
  trend: z.array(z.object({ session: objectIdSchema, date: daySchema, attendancePercentage: z.number() })),
  /** Newest first. */
  sessions: z.array(studentSessionSchema),
});
export type CourseStudent = z.infer<typeof courseStudentSchema>;
