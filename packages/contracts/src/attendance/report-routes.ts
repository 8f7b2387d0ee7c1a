import { z } from 'zod/mini';
import { defineRoute } from '../route.ts';
import { markExportQuerySchema } from './mark-filter.ts';

// Apart from the other marks' routes, as no student's page sends it.

/**
 * As the specified export, with the student's registration number and USN, the course's code, and the day, start and end
 * of the session. An absence has no time, as nobody marked.
 */
export const exportAllColumns = defineRoute({
  service: 'attendance',
  method: 'get',
  path: '/api/attendance/export/all-columns',
  summary: "Marks of a teacher's own courses, of the same choice as the list, with all columns, as CSV",
  access: 'teacher',
  query: markExportQuerySchema,
  answer: z.string(),
  contentType: 'text/csv',
});
