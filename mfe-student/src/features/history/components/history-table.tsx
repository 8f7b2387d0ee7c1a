import type { AttendanceRecord } from '@qr-attendance/contracts';
import { EmptyState, ResponsiveTable, StatusBadge } from '@qr-attendance/ui-kit';
import { formatDay, formatTime } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { courseLabel } from '../../../shared/course-label.ts';

export const HistoryTable = ({ records }: { records: AttendanceRecord[] }) => {
  const { t } = useTranslation('student');
  return (
    <ResponsiveTable<AttendanceRecord>
      rows={records}
      rowKey="_id"
      columns={[
        { key: 'date', title: t('history.date'), render: ({ session }) => formatDay(session.date) },
        { key: 'course', title: t('history.course'), render: ({ session }) => courseLabel(session.course) },
        {
          key: 'time',
          title: t('history.time'),
          // An absence is written when the session ends; that moment is nothing the student did.
          render: ({ status, timestamp }) =>
            status === 'ABSENT' ? t('history.notMarked') : formatTime(timestamp),
        },
        {
          key: 'status',
          title: t('history.status'),
          render: ({ status }) => <StatusBadge status={status} />,
        },
      ]}
      empty={<EmptyState message={t('history.empty')} />}
    />
  );
};
