import { z } from 'zod/mini';
import { accountAuditQuerySchema, auditLogEntrySchema } from '../audit-log.ts';
import { routesOf } from '../route.ts';

const { get } = routesOf('auth');

export const listAccountAudit = get('/api/auth/audit-log', {
  summary: 'List what administrators did with accounts and invite codes, newest first',
  access: 'admin',
  grants: 'reads',
  query: accountAuditQuerySchema,
  answer: z.array(auditLogEntrySchema),
});
