import { z } from 'zod/mini';
import { attendanceAuditQuerySchema, auditLogEntrySchema } from '../audit-log.ts';
import { routesOf } from '../route.ts';

const { get } = routesOf('attendance');

export const listAttendanceAudit = get('/api/attendance/audit-log', {
  summary: 'List what staff did with attendance records in the units that the caller may read, newest first',
  access: 'staff',
  grants: 'reads',
  query: attendanceAuditQuerySchema,
  answer: z.array(auditLogEntrySchema),
});
