import type { AttendanceRecord } from '@qr-attendance/contracts';
import { EmptyState, PlainList, PlainRow, StatusBadge } from '@qr-attendance/ui-kit';
import { classDaysOf, formatDayTime, formatRelative } from '@qr-attendance/web-kit';
import Tooltip from 'antd/es/tooltip';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  records: AttendanceRecord[];
  next: ReactNode;
}

export const RecentAttendance = ({ records, next }: Props) => {
  const { t } = useTranslation('teacher');
  const classDayOf = classDaysOf(records);
  if (!records.length) return <EmptyState message={t('dashboard.recentEmpty')} action={next} />;
  return (
    <PlainList>
      {records.map((record) => (
        <PlainRow
          key={record._id}
          title={<span dir="auto">{record.student.name}</span>}
          detail={
            <>
              <bdi>{record.session.course.code}</bdi> ·{' '}
              <RecordTime record={record} classDay={classDayOf(record)} />
            </>
          }
          aside={<StatusBadge status={record.status} />}
        />
      ))}
    </PlainList>
  );
};

const RecordTime = ({ record, classDay }: { record: AttendanceRecord; classDay: string }) => {
  const { session, scannedAt } = record;
  return scannedAt === undefined ? (
    <time dateTime={session.date}>{classDay}</time>
  ) : (
    <Tooltip title={formatDayTime(scannedAt)}>
      <time dateTime={scannedAt}>{formatRelative(scannedAt)}</time>
    </Tooltip>
  );
};
