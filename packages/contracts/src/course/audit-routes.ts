import { z } from 'zod/mini';
import { auditLogEntrySchema, courseAuditQuerySchema, defineAuditEntriesRoute } from '../audit-log.ts';
import { routesOf } from '../route.ts';

const { get } = routesOf('course');

export const listCourseAudit = get('/api/units/audit-log', {
  summary:
    'List changes of courses and units that the caller may read, newest first; administrators see all, with terms and imports',
  access: 'staff',
  grants: 'reads',
  query: courseAuditQuerySchema,
  answer: z.array(auditLogEntrySchema),
});
export const listAuditEntriesInternal = defineAuditEntriesRoute('course');
