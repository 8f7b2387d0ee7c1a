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
  summary: 'Students and sessions of one of my courses, each with its status',
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
  summary: 'One student of one of my courses, now or before: sessions, rate and trend',
  access: 'teacher',
  params: z.object({ id: objectIdSchema, studentId: userIdSchema }),
  answer: courseStudentSchema,
});
