import { z } from 'zod/mini';
import { idParams, objectIdSchema, pageQuerySchema, searchSchema, userIdSchema } from '../common.ts';
import { routesOf } from '../route.ts';
import { allColumnsQuerySchema, gridExportQuerySchema } from './mark-filter.ts';
import { courseGridSchema, courseStudentSchema } from './students-schemas.ts';

const { get } = routesOf('attendance');

/** Students are paged and sorted by name. Without `sessions`, the newest sessions are included. */
export const getCourseGrid = get('/api/analytics/courses/:id/grid', {
  summary: 'Get the attendance grid of a course',
  access: 'teacher',
  grants: 'reads',
  params: idParams,
  query: z.extend(pageQuerySchema, {
    search: z.optional(searchSchema),
    sectionId: z.optional(objectIdSchema),
    /** The `olderSessions` value of the previous answer. */
    sessions: z.optional(z.string().check(z.maxLength(200))),
  }),
  answer: courseGridSchema,
});
export const getCourseStudent = get('/api/analytics/courses/:id/students/:studentId', {
  summary: 'Get the sessions, rate and trend of one student of a course',
  access: 'teacher',
  grants: 'reads',
  params: z.object({ id: objectIdSchema, studentId: userIdSchema }),
  answer: courseStudentSchema,
});

/**
 * The specified export plus the student's registration number and USN, the course's code, and the day, start
 * and end of the session. Absences have no time.
 */
export const exportAllColumns = get('/api/attendance/export/all-columns', {
  summary: 'Export the filtered marks of my courses with all columns as CSV',
  access: 'teacher',
  grants: 'reads',
  query: allColumnsQuerySchema,
  answer: z.string(),
  contentType: 'text/csv',
});
/**
 * One row per enrolled student, by name; one column per session that has started and was not canceled, oldest
 * first.
 */
export const exportCourseGrid = get('/api/analytics/courses/:id/grid/export', {
  summary: 'Export the attendance grid of a course as CSV',
  access: 'teacher',
  grants: 'reads',
  params: idParams,
  query: gridExportQuerySchema,
  answer: z.string(),
  contentType: 'text/csv',
});
