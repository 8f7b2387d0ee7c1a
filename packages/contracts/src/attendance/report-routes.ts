import { z } from 'zod/mini';
import { idParams } from '../common.ts';
import { routesOf } from '../route.ts';
import { allColumnsQuerySchema, gridExportQuerySchema } from './mark-filter.ts';

const { get } = routesOf('attendance');

/**
 * The specified export with the student's registration number and USN, the course's code, and the day, start
 * and end of the session. An absence has no time.
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
