import { z } from 'zod/mini';
import { objectIdSchema, pageQuerySchema, searchSchema, userIdSchema } from '../common.ts';
import { defineRoute } from '../route.ts';
import { courseGridSchema, courseStudentSchema } from './students-schemas.ts';

const service = 'attendance' as const;

/** Those enrolled now, by name, paged; of the sessions the newest, and by `sessions` those before. */
export const getCourseGrid = defineRoute({
  service,
  method: 'get',
  path: '/api/analytics/courses/:id/grid',
  summary: 'Get the attendance grid of a course',
  access: 'teacher',
  params: z.object({ id: objectIdSchema }),
  query: z.extend(pageQuerySchema, {
    search: z.optional(searchSchema),
    /** `olderSessions` of a grid. */
    sessions: z.optional(z.string().check(z.maxLength(200))),
  }),
  answer: courseGridSchema,
});
export const getCourseStudent = defineRoute({
  service,
  method: 'get',
  path: '/api/analytics/courses/:id/students/:studentId',
  summary: 'Get the sessions, rate and trend of one student of a course',
  access: 'teacher',
  params: z.object({ id: objectIdSchema, studentId: userIdSchema }),
  answer: courseStudentSchema,
});
