import {
  accountAuditActionSchema,
  attendanceAuditActionSchema,
  classAuditActionSchema,
  courseAuditActionSchema,
  routes,
  type AuditLogEntry,
} from '@qr-attendance/contracts';
import { Button, PageHeader, PagesView } from '@qr-attendance/ui-kit';
import { useApiPages } from '@qr-attendance/web-kit';
import { keepPreviousData } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { AuditFilterBar } from '../components/audit-filter-bar.tsx';
import { AuditTable } from '../components/audit-table.tsx';
import { useAuditFilters, type AuditFilters } from '../use-audit-filters.ts';

type Log = ComponentProps<typeof PagesView<AuditLogEntry>>['pages'];

const LogView = ({ filters, log }: { filters: AuditFilters; log: Log }) => {
  const { t } = useTranslation('admin');
  const { action, query, ofCourse, choose } = filters;
  return (
    <PagesView pages={log} errorMessage={t('audit.failed')}>
      {(entries) => (
        <AuditTable
          entries={entries}
          isFiltered={Object.keys({ ...query, ...ofCourse, ...(action && { action }) }).length > 0}
          onPerson={(id) => choose('person', id)}
          onCourse={(id) => choose('course', id)}
        />
      )}
    </PagesView>
  );
};

const options = { limit: 50, placeholderData: keepPreviousData };

// Each service has a separate log.
const CourseLog = ({ filters }: { filters: AuditFilters }) => {
  const action = courseAuditActionSchema.safeParse(filters.action).data;
  const query = { ...filters.query, ...filters.ofCourse, action };
  return <LogView filters={filters} log={useApiPages(routes.course.listCourseAudit, { query }, options)} />;
};
const AttendanceLog = ({ filters }: { filters: AuditFilters }) => {
  const action = attendanceAuditActionSchema.safeParse(filters.action).data;
  const query = { ...filters.query, ...filters.ofCourse, action };
  return (
    <LogView filters={filters} log={useApiPages(routes.attendance.listAttendanceAudit, { query }, options)} />
  );
};
const AccountLog = ({ filters }: { filters: AuditFilters }) => {
  const query = { ...filters.query, action: accountAuditActionSchema.safeParse(filters.action).data };
  return <LogView filters={filters} log={useApiPages(routes.auth.listAccountAudit, { query }, options)} />;
};
const ClassLog = ({ filters }: { filters: AuditFilters }) => {
  const query = { ...filters.query, action: classAuditActionSchema.safeParse(filters.action).data };
  return <LogView filters={filters} log={useApiPages(routes.session.listClassAudit, { query }, options)} />;
};
const logs = { courses: CourseLog, attendance: AttendanceLog, accounts: AccountLog, rooms: ClassLog };

export const AuditPage = () => {
  const { t } = useTranslation('admin');
  const filters = useAuditFilters();
  const { area, personId, courseId, choose } = filters;
  const Log = logs[area];
  return (
    <>
      <PageHeader title={t('audit.title')} help={t('audit.help')} />
      <AuditFilterBar {...filters} />
      <div className="admin-table-actions">
        {personId && <Button onClick={() => choose('person', '')}>{t('audit.everyPerson')}</Button>}
        {courseId && (area === 'courses' || area === 'attendance') && (
          <Button onClick={() => choose('course', '')}>{t('audit.everyCourse')}</Button>
        )}
      </div>
      <Log filters={filters} />
    </>
  );
};
