import { z } from 'zod/mini';
import { auditLogEntrySchema, classAuditQuerySchema, defineAuditEntriesRoute } from '../audit-log.ts';
import { routesOf } from '../route.ts';

const { get } = routesOf('session');

export const listClassAudit = get('/api/sessions/audit-log', {
  summary: "List changes of rooms and of the institution's requirements, newest first",
  access: 'admin',
  grants: 'reads',
  query: classAuditQuerySchema,
  answer: z.array(auditLogEntrySchema),
});
export const listAuditEntriesInternal = defineAuditEntriesRoute('session');
