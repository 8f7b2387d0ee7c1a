import { z } from 'zod/mini';
import { sessionPolicySchema } from '../session/policy.ts';
import { enrollmentRequestStateSchema, enrollmentRulesShape } from './enrollment-schemas.ts';
import { openEnum } from '../open-enum.ts';
import { objectIdSchema, optionalInput, semesterSchema, nameSchema, userIdSchema } from '../common.ts';

export const newCourseSchema = z.object({
  name: nameSchema(200),
  code: nameSchema(30),
  section: optionalInput(nameSchema(30)),
  semester: semesterSchema,
});
export type NewCourse = z.output<typeof newCourseSchema>;

/** All that can be said of a course once more, and the version of the course that it is a change to. */
export const courseEditSchema = z.object({ ...newCourseSchema.shape, version: z.int().check(z.gte(1)) });
export type CourseEdit = z.output<typeof courseEditSchema>;

/** The same as it is stored and told. Without the limits: what an older or newer release took must pass. */
export const courseDetailsSchema = z.object({
  name: z.string(),
  code: z.string(),
  section: z.optional(z.string()),
  semester: z.number(),
} satisfies Record<keyof NewCourse, z.ZodMiniType>);
export type CourseDetails = z.infer<typeof courseDetailsSchema>;

/**
 * The teacher's choices for sessions of the course, as stored and published; anything missing is the institution's
 * default.
 */
export const sessionDefaultsChoiceSchema = z.extend(z.partial(sessionPolicySchema), {
  lateAfterMinutes: z.optional(z.int()),
});
export type SessionDefaultsChoice = z.infer<typeof sessionDefaultsChoiceSchema>;

export const courseSchema = z.object({
  _id: objectIdSchema,
  ...courseDetailsSchema.shape,
  /** Missing name: not known yet; screens show "Unknown". */
  teacher: z.object({ _id: userIdSchema, user: z.nullable(z.object({ name: z.string() })) }),
  studentCount: z.int(),
  /** Ids of the enrolled; only in answers to the course's own teacher. */
  students: z.optional(z.array(userIdSchema)),
  /** The defaults for new sessions; only in answers to the course's own teacher. */
  sessionDefaults: z.optional(sessionDefaultsChoiceSchema),
  /** Not offered for new sessions or enrollment; missing where it is. */
  archived: z.optional(z.boolean()),
  ...enrollmentRulesShape,
  /** The state of the student's own enrollment request; only in answers to that student. */
  request: z.optional(openEnum(enrollmentRequestStateSchema)),
  /** How many students ask to be let in; only in answers to the course's own teacher, and where there are any. */
  requestCount: z.optional(z.int()),
  version: z.optional(z.int()),
});
export type Course = z.infer<typeof courseSchema>;
