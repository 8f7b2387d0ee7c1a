import { z } from 'zod/mini';
import { sessionPolicySchema } from '../session/policy.ts';
import { enrollmentRequestStateSchema, enrollmentRulesShape } from './enrollment-schemas.ts';
import { openEnum } from '../open-enum.ts';
import { sectionSchema } from './section-schemas.ts';
import { statementSourceSchema } from '../statements.ts';
import { courseRoleSchema } from './unit-schemas.ts';
import { objectIdSchema, optionalInput, semesterSchema, nameSchema, userIdSchema } from '../common.ts';

export const newCourseSchema = z.object({
  name: nameSchema(200),
  code: nameSchema(30),
  section: optionalInput(nameSchema(30)),
  semester: semesterSchema,
  termId: optionalInput(objectIdSchema),
  unitId: optionalInput(objectIdSchema),
});
export type NewCourse = z.output<typeof newCourseSchema>;

export const courseEditSchema = z.object({ ...newCourseSchema.shape, version: z.int().check(z.gte(1)) });
export type CourseEdit = z.output<typeof courseEditSchema>;

export const courseDetailsSchema = z.object({
  name: z.string(),
  code: z.string(),
  section: z.optional(z.string()),
  semester: z.number(),
  termId: z.optional(z.string()),
  unitId: z.optional(z.string()),
} satisfies Record<keyof NewCourse, z.ZodMiniType>);
export type CourseDetails = z.infer<typeof courseDetailsSchema>;

/**
 * The teacher's choices for sessions of the course, as stored and published; the institution's defaults apply
 * to missing fields.
 */
export const sessionDefaultsChoiceSchema = z.extend(z.partial(sessionPolicySchema), {
  lateAfterMinutes: z.optional(z.int()),
  opensItself: z.optional(z.boolean()),
});
export type SessionDefaultsChoice = z.infer<typeof sessionDefaultsChoiceSchema>;

export const courseSchema = z.object({
  _id: objectIdSchema,
  ...courseDetailsSchema.shape,
  termName: z.optional(z.string()),
  unitName: z.optional(z.string()),
  /** The owner. `user` is null while the name is unknown; screens show "Unknown". */
  teacher: z.object({ _id: userIdSchema, user: z.nullable(z.object({ name: z.string() })) }),
  /** The caller's role; only in answers to the course's staff. */
  role: z.optional(openEnum(courseRoleSchema)),
  studentCount: z.int(),
  /** Contains at least one section. Names are unique within the course. */
  sections: z.array(sectionSchema),
  /** The caller's own section; only in answers to students of the course. */
  sectionId: z.optional(objectIdSchema),
  /** Only in answers to the course's staff. */
  students: z.optional(z.array(userIdSchema)),
  /** Only in answers to the course's staff. */
  sessionDefaults: z.optional(sessionDefaultsChoiceSchema),
  /** Missing if the course is not archived. */
  archived: z.optional(z.boolean()),
  ...enrollmentRulesShape,
  /** Only in answers to the student who made the request. */
  request: z.optional(openEnum(enrollmentRequestStateSchema)),
  /** Only in answers to the course's staff; missing without requests. */
  requestCount: z.optional(z.int()),
  /** Only in the answer about one course to its staff; missing if no current import states the course. */
  source: z.optional(statementSourceSchema),
  version: z.optional(z.int()),
});
export type Course = z.infer<typeof courseSchema>;

const { shape } = courseSchema;
export const unitCourseSchema = z.object({
  _id: shape._id,
  name: shape.name,
  code: shape.code,
  section: shape.section,
  termName: shape.termName,
  unitName: shape.unitName,
  teacher: shape.teacher,
  role: shape.role,
  studentCount: shape.studentCount,
  archived: shape.archived,
});
export type UnitCourse = z.infer<typeof unitCourseSchema>;
