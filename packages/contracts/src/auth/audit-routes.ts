import { z } from 'zod/mini';
import { accountAuditQuerySchema, auditLogEntrySchema } from '../audit-log.ts';
import { defineRoute } from '../route.ts';

export const listAccountAudit = defineRoute({
  service: 'auth' as const,
  method: 'get',
  path: '/api/auth/audit-log',
  summary: 'List what administrators did with accounts and invite codes, newest first',
  access: 'admin',
  query: accountAuditQuerySchema,
  answer: z.array(auditLogEntrySchema),
});
