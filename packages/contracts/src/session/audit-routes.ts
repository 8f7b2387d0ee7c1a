import { z } from 'zod/mini';
import { auditLogEntrySchema, classAuditQuerySchema } from '../audit-log.ts';
import { defineRoute } from '../route.ts';

export const listClassAudit = defineRoute({
  service: 'session' as const,
  method: 'get',
  path: '/api/sessions/audit-log',
  summary: "List changes of rooms and of the institution's requirements, newest first",
  access: 'admin',
  query: classAuditQuerySchema,
  answer: z.array(auditLogEntrySchema),
});
