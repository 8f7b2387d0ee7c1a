import type { AttendanceRecord } from '@qr-attendance/contracts';
import { EmptyState, StatusBadge } from '@qr-attendance/ui-kit';
import { formatDayTime } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { PlainList, PlainRow } from '../../../shared/plain-list.tsx';
import { Typed } from '../../../shared/typed.tsx';
import { recordMoment } from '../../../shared/record-moment.ts';

export const RecentAttendance = ({ records }: { records: AttendanceRecord[] }) => {
  const { t } = useTranslation('student');
  if (!records.length) return <EmptyState message={t('dashboard.noRecent')} />;
  return (
    <PlainList>
      {records.map((record) => (
        <PlainRow
          key={record._id}
          title={<Typed>{record.session.course.name || t('common:unknownCourse')}</Typed>}
          detail={<time dateTime={recordMoment(record)}>{formatDayTime(recordMoment(record))}</time>}
          aside={<StatusBadge status={record.status} />}
        />
      ))}
    </PlainList>
  );
};
