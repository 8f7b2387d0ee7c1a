import type { AttendanceRecord } from '@qr-attendance/contracts';
import { EmptyState, ResponsiveTable, StatusBadge } from '@qr-attendance/ui-kit';
import { formatDay, formatTime } from '@qr-attendance/web-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { recordMoment } from '../../../shared/record-moment.ts';

export const HistoryTable = ({ records, next }: { records: AttendanceRecord[]; next?: ReactNode }) => {
  const { t } = useTranslation('student');
  return (
    <ResponsiveTable<AttendanceRecord>
      rows={records}
      rowKey="_id"
      columns={[
        { key: 'date', title: t('history.date'), render: ({ session }) => formatDay(session.date) },
        {
          key: 'course',
          title: t('history.course'),
          render: ({ session: { course } }) =>
            t('history.courseLabel', { name: course.name, code: course.code }),
        },
        { key: 'time', title: t('history.time'), render: (record) => formatTime(recordMoment(record)) },
        {
          key: 'status',
          title: t('history.status'),
          render: ({ status }) => <StatusBadge status={status} />,
        },
      ]}
      empty={<EmptyState message={t('history.empty')} action={next} />}
    />
  );
};
