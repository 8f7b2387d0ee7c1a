import type { AttendanceRecord } from '@qr-attendance/contracts';
import { CourseName, EmptyState, ResponsiveTable, StatusBadge } from '@qr-attendance/ui-kit';
import { formatDay, formatTime, recordDay, recordMoment } from '@qr-attendance/web-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  records: AttendanceRecord[];
  next: ReactNode;
}

export const ReportTable = ({ records, next }: Props) => {
  const { t } = useTranslation('student');
  return (
    <ResponsiveTable<AttendanceRecord>
      rows={records}
      rowKey="_id"
      columns={[
        { key: 'date', title: t('reports.date'), render: (record) => formatDay(recordDay(record)) },
        {
          key: 'time',
          title: t('reports.time'),
          render: (record) => {
            const moment = recordMoment(record);
            return moment === undefined ? '–' : formatTime(moment);
          },
        },
        {
          key: 'course',
          title: t('common:report.course'),
          phone: 'title',
          render: ({ session }) => <CourseName course={session.course} />,
        },
        {
          key: 'status',
          title: t('common:report.status'),
          render: ({ status }) => <StatusBadge status={status} />,
        },
      ]}
      empty={<EmptyState message={t('reports.empty')} action={next} />}
    />
  );
};
