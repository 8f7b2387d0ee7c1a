import { z } from 'zod/mini';
import { momentSchema, objectIdSchema, userIdSchema } from '../common.ts';
import { enrollmentRulesShape, openEnrollmentEndSchema } from '../course/enrollment-schemas.ts';
import { courseDetailsSchema, sessionDefaultsChoiceSchema } from '../course/schemas.ts';
import { defineTopic } from './event.ts';

export const courseChangedSchema = z.object({
  id: objectIdSchema,
  ...courseDetailsSchema.shape,
  teacherId: userIdSchema,
  sessionDefaults: z.optional(sessionDefaultsChoiceSchema),
  /** Not offered for new sessions or enrollment. */
  archived: z.optional(z.boolean()),
  ...enrollmentRulesShape,
  /** It was empty and is gone; it belongs to nobody then. */
  deleted: z.optional(z.boolean()),
  version: z.int(),
});
export type CourseChanged = z.infer<typeof courseChangedSchema>;
export const courseChanged = defineTopic('course.course-changed', 'state', courseChangedSchema);

/**
 * One stay of a student in a course. Periods are never deleted or merged: whoever leaves and joins again has two, and a
 * student whom the teacher removes as a stranger to the course keeps a voided one.
 */
export const membershipPeriodSchema = z.object({
  /** From when the student belongs to the course, this moment included. */
  began: momentSchema,
  /** When the period was entered, and by whom: the student, or the teacher who let the student in or put them back. */
  recordedAt: momentSchema,
  by: userIdSchema,
  /** When the student ceased to belong to the course; missing while the period lasts. */
  ended: z.optional(momentSchema),
  /** How it ended, when that was entered, and by whom; null for the system, as when an account is erased. */
  end: z.optional(
    z.object({ how: openEnrollmentEndSchema, recordedAt: momentSchema, by: z.nullable(userIdSchema) }),
  ),
  /** The student never belonged to the course: the period counts for nothing. A voided period has ended. */
  voided: z.boolean(),
});
export type MembershipPeriod = z.infer<typeof membershipPeriodSchema>;

export const membershipChangedSchema = z.object({
  id: objectIdSchema,
  courseId: objectIdSchema,
  studentId: userIdSchema,
  /** Whether the last period lasts. */
  active: z.boolean(),
  /** When the last period began. */
  enrolledAt: momentSchema,
  /** How and when the last period ended; only when it did. */
  ended: z.optional(openEnrollmentEndSchema),
  endedAt: z.optional(momentSchema),
  /** All periods of this student in this course, oldest first; at least one. They do not overlap. */
  periods: z.array(membershipPeriodSchema),
  version: z.int(),
});
export type MembershipChanged = z.infer<typeof membershipChangedSchema>;
export const membershipChanged = defineTopic('course.membership-changed', 'state', membershipChangedSchema);
