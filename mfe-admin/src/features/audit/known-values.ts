import {
  accountAuditActionSchema,
  attendanceAuditActionSchema,
  courseAuditActionSchema,
  staffRoleSchema,
  unitRoleSchema,
} from '@qr-attendance/contracts';

// An entry of a newer version may have others.
export const auditActionSchema = {
  options: [
    ...courseAuditActionSchema.options,
    ...attendanceAuditActionSchema.options,
    ...accountAuditActionSchema.options,
  ],
};
export const roleSchema = { options: [...staffRoleSchema.options, ...unitRoleSchema.options] };
