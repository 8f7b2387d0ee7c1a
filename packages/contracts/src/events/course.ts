import { z } from 'zod/mini';
import { momentSchema, objectIdSchema, userIdSchema } from '../common.ts';
import { enrollmentRulesShape, openEnrollmentEndSchema } from '../course/enrollment-schemas.ts';
import { courseDetailsSchema, sessionDefaultsChoiceSchema } from '../course/schemas.ts';
import { sectionDetailsSchema } from '../course/section-schemas.ts';
import { staffMemberSchema } from '../course/staff-schemas.ts';
import { termDetailsSchema } from '../course/term-schemas.ts';
import { unitDetailsSchema, unitStaffMemberSchema } from '../course/unit-schemas.ts';
import { defineTopic } from './event.ts';

export const courseChangedSchema = z.object({
  id: objectIdSchema,
  ...courseDetailsSchema.shape,
  /** Contains at least one section; `section` is the name of the first. */
  sections: z.array(sectionDetailsSchema),
  teacherId: userIdSchema,
  ownerSince: z.optional(momentSchema),
  staff: z.optional(z.array(staffMemberSchema)),
  sessionDefaults: z.optional(sessionDefaultsChoiceSchema),
  /** Archived courses are not offered for new sessions or enrollment. */
  archived: z.optional(z.boolean()),
  ...enrollmentRulesShape,
  /** The course was deleted while it was empty; it has no owner. */
  deleted: z.optional(z.boolean()),
  version: z.int(),
});
export type CourseChanged = z.infer<typeof courseChangedSchema>;
export const courseChanged = defineTopic('course.course-changed', 'state', courseChangedSchema);

export const termChangedSchema = z.object({
  id: objectIdSchema,
  ...termDetailsSchema.shape,
  archived: z.optional(z.boolean()),
  /** The term was deleted while no course belonged to it. */
  deleted: z.optional(z.boolean()),
  version: z.int(),
});
export type TermChanged = z.infer<typeof termChangedSchema>;
export const termChanged = defineTopic('course.term-changed', 'state', termChangedSchema);

/**
 * One period of a student in a section of a course. Periods are never deleted or merged: a student who leaves and
 * joins again, or is moved to another section, has two periods, and a student removed as a stranger keeps a voided
 * period.
 */
export const membershipPeriodSchema = z.object({
  sectionId: objectIdSchema,
  /** Inclusive start of the membership. */
  began: momentSchema,
  /** The time at which the student, or the teacher who enrolled the student (`by`), entered the period. */
  recordedAt: momentSchema,
  by: userIdSchema,
  /** End of the membership, which can be in the future; missing while it is unknown. */
  ended: z.optional(momentSchema),
  /**
   * Reason, time and author of the end; the author is null for the system, for example when an account is
   * erased.
   */
  end: z.optional(
    z.object({ how: openEnrollmentEndSchema, recordedAt: momentSchema, by: z.nullable(userIdSchema) }),
  ),
  /**
   * The student never belonged to the course, so the period does not count. A voided period always has an
   * end.
   */
  voided: z.boolean(),
});
export type MembershipPeriod = z.infer<typeof membershipPeriodSchema>;

export const membershipChangedSchema = z.object({
  id: objectIdSchema,
  courseId: objectIdSchema,
  studentId: userIdSchema,
  /** Whether a period covers the moment of publication. Days of periods can be in the future. */
  active: z.boolean(),
  enrolledAt: momentSchema,
  /** The reason for leaving; present if the student is no longer in the course and no later period is planned. */
  ended: z.optional(openEnrollmentEndSchema),
  endedAt: z.optional(momentSchema),
  /**
   * All periods of this student in this course; at least one. Periods of the same section do not overlap;
   * periods of different sections overlap only after a merge of two records. The last one is the current
   * period, else the next one, else the most recent one.
   */
  periods: z.array(membershipPeriodSchema),
  version: z.int(),
});
export type MembershipChanged = z.infer<typeof membershipChangedSchema>;
export const membershipChanged = defineTopic('course.membership-changed', 'state', membershipChangedSchema);

/** A unit and its staff. Roles in the units above also apply. */
export const unitChangedSchema = z.object({
  id: objectIdSchema,
  ...unitDetailsSchema.shape,
  staff: z.optional(z.array(unitStaffMemberSchema)),
  deleted: z.optional(z.boolean()),
  version: z.int(),
});
export type UnitChanged = z.infer<typeof unitChangedSchema>;
export const unitChanged = defineTopic('course.unit-changed', 'state', unitChangedSchema);
