import type { AttendanceRecord } from '@qr-attendance/contracts';
import { CourseName, EmptyState, ResponsiveTable, StatusBadge } from '@qr-attendance/ui-kit';
import { formatDay, formatTime } from '@qr-attendance/web-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { recordMoment } from '../../../shared/record-moment.ts';

interface Props {
  records: AttendanceRecord[];
  /** What to do when there are none. */
  next: ReactNode;
}

/** Date and time are the mark's own, in the viewer's zone: by them the filters choose and the export writes. */
export const ReportTable = ({ records, next }: Props) => {
  const { t } = useTranslation('student');
  return (
    <ResponsiveTable<AttendanceRecord>
      rows={records}
      rowKey="_id"
      columns={[
        { key: 'date', title: t('reports.date'), render: ({ timestamp }) => formatDay(timestamp) },
        {
          key: 'time',
          title: t('reports.time'),
          render: (record) => (recordMoment(record) === undefined ? '–' : formatTime(record.timestamp)),
        },
        {
          key: 'course',
          title: t('reports.course'),
          phone: 'title',
          render: ({ session }) => <CourseName course={session.course} />,
        },
        {
          key: 'status',
          title: t('reports.status'),
          render: ({ status }) => <StatusBadge status={status} />,
        },
      ]}
      empty={<EmptyState message={t('reports.empty')} action={next} />}
    />
  );
};
