import type { AttendanceRecord } from '@qr-attendance/contracts';
import { EmptyState, ResponsiveTable, StatusBadge } from '@qr-attendance/ui-kit';
import { formatCampusTime, formatDay } from '@qr-attendance/web-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CourseName } from '../../../shared/course-name.tsx';
import { recordMoment } from '../../../shared/record-moment.ts';

interface Props {
  records: AttendanceRecord[];
  /** What to do when there are none. */
  next: ReactNode;
}

export const HistoryTable = ({ records, next }: Props) => {
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
          render: ({ session }) => <CourseName course={session.course} />,
        },
        {
          key: 'time',
          title: t('history.time'),
          render: (record) => formatCampusTime(recordMoment(record)),
        },
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
