import { z } from 'zod/mini';
import { attendanceAuditQuerySchema, auditLogEntrySchema } from '../audit-log.ts';
import { defineRoute } from '../route.ts';

export const listAttendanceAudit = defineRoute({
  service: 'attendance' as const,
  method: 'get',
  path: '/api/attendance/audit-log',
  summary: 'List what staff did with attendance records in the units that the caller may read, newest first',
  access: 'staff',
  query: attendanceAuditQuerySchema,
  answer: z.array(auditLogEntrySchema),
});
