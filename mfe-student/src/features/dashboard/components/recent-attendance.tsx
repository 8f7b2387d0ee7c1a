import type { AttendanceRecord } from '@qr-attendance/contracts';
import { EmptyState, StatusBadge } from '@qr-attendance/ui-kit';
import { formatDayTime } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { PlainList, PlainRow } from '../../../shared/plain-list.tsx';

export const RecentAttendance = ({ records }: { records: AttendanceRecord[] }) => {
  const { t } = useTranslation('student');
  if (!records.length) return <EmptyState message={t('dashboard.noData')} />;
  return (
    <PlainList>
      {records.map(({ _id, session, timestamp, status }) => (
        <PlainRow
          key={_id}
          title={session.course.name}
          detail={<time dateTime={timestamp}>{formatDayTime(timestamp)}</time>}
          aside={<StatusBadge status={status} />}
        />
      ))}
    </PlainList>
  );
};
