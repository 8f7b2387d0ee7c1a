import { z } from 'zod/mini';
import { momentSchema, objectIdSchema, userIdSchema } from '../common.ts';
import { enrollmentRulesShape, openEnrollmentEndSchema } from '../course/enrollment-schemas.ts';
import { courseDetailsSchema, sessionDefaultsChoiceSchema } from '../course/schemas.ts';
import { defineTopic } from './event.ts';

export const courseChangedSchema = z.object({
  id: objectIdSchema,
  ...courseDetailsSchema.shape,
  teacherId: userIdSchema,
  /** What its sessions start with unless the teacher says otherwise. */
  sessionDefaults: z.optional(sessionDefaultsChoiceSchema),
  /** Not offered for new sessions or enrollment. */
  archived: z.optional(z.boolean()),
  ...enrollmentRulesShape,
  /** It was empty and is gone. It belongs to nobody then, so that older readers count it for nobody either. */
  deleted: z.optional(z.boolean()),
  version: z.int(),
});
export type CourseChanged = z.infer<typeof courseChangedSchema>;
export const courseChanged = defineTopic('course.course-changed', 'state', courseChangedSchema);

export const enrollmentChangedSchema = z.object({
  id: objectIdSchema,
  courseId: objectIdSchema,
  studentId: userIdSchema,
  active: z.boolean(),
  enrolledAt: momentSchema,
  /** How and when it ended; only of one that is not active. */
  ended: z.optional(openEnrollmentEndSchema),
  endedAt: z.optional(momentSchema),
  version: z.int(),
});
export type EnrollmentChanged = z.infer<typeof enrollmentChangedSchema>;
export const enrollmentChanged = defineTopic('course.enrolment-changed', 'state', enrollmentChangedSchema);
