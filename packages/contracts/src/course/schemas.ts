import { z } from 'zod';
import { sessionPolicyChoiceSchema } from '../session/policy.ts';
import { objectIdSchema, semesterSchema, textSchema, userIdSchema } from '../common.ts';

export const newCourseSchema = z.object({
  name: textSchema(200),
  code: textSchema(30),
  section: z.union([z.literal('').transform(() => undefined), textSchema(30)]).optional(),
  semester: semesterSchema,
});
export type NewCourse = z.output<typeof newCourseSchema>;

export const courseSchema = z.object({
  _id: objectIdSchema,
  name: z.string(),
  code: z.string(),
  section: z.string().optional(),
  semester: z.number(),
  /** Missing name: not known yet; screens show "Unknown". */
  teacher: z.object({ _id: userIdSchema, user: z.object({ name: z.string() }).nullable() }),
  studentCount: z.number().int(),
  /** Ids of the enrolled; only in answers to the course's own teacher. */
  students: z.array(userIdSchema).optional(),
  /** What its sessions require unless said otherwise; only in answers to the course's own teacher. */
  sessionDefaults: sessionPolicyChoiceSchema.optional(),
});
export type Course = z.infer<typeof courseSchema>;
