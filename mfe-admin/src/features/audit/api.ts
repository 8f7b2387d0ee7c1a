import {
  accountAuditActionSchema,
  attendanceAuditActionSchema,
  classAuditActionSchema,
  courseAuditActionSchema,
  routes,
} from '@qr-attendance/contracts';
import { useApiPages } from '@qr-attendance/web-kit';
import { keepPreviousData } from '@tanstack/react-query';
import type { AuditFilters } from './use-audit-filters.ts';

const options = { limit: 50, placeholderData: keepPreviousData };

// Each service keeps a log of its own.
export const useCourseLog = ({ action, query, ofCourse }: AuditFilters) =>
  useApiPages(
    routes.course.listCourseAudit,
    { query: { ...query, ...ofCourse, action: courseAuditActionSchema.safeParse(action).data } },
    options,
  );

export const useAttendanceLog = ({ action, query, ofCourse }: AuditFilters) =>
  useApiPages(
    routes.attendance.listAttendanceAudit,
    { query: { ...query, ...ofCourse, action: attendanceAuditActionSchema.safeParse(action).data } },
    options,
  );

export const useAccountLog = ({ action, query }: AuditFilters) =>
  useApiPages(
    routes.auth.listAccountAudit,
    { query: { ...query, action: accountAuditActionSchema.safeParse(action).data } },
    options,
  );

export const useClassLog = ({ action, query }: AuditFilters) =>
  useApiPages(
    routes.session.listClassAudit,
    { query: { ...query, action: classAuditActionSchema.safeParse(action).data } },
    options,
  );
