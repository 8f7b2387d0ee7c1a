import type { AttendanceRecord } from '@qr-attendance/contracts';
import { EmptyState, PlainList, PlainRow, StatusBadge } from '@qr-attendance/ui-kit';
import { formatDay, formatDayTime, formatRelative, recordMoment } from '@qr-attendance/web-kit';
import Tooltip from 'antd/es/tooltip';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  records: AttendanceRecord[];
  next: ReactNode;
}

export const RecentAttendance = ({ records, next }: Props) => {
  const { t } = useTranslation('teacher');
  if (!records.length) return <EmptyState message={t('dashboard.recentEmpty')} action={next} />;
  return (
    <PlainList>
      {records.map((record) => (
        <PlainRow
          key={record._id}
          title={<span dir="auto">{record.student.name}</span>}
          detail={
            <>
              <bdi>{record.session.course.code}</bdi> · <RecordTime record={record} />
            </>
          }
          aside={<StatusBadge status={record.status} />}
        />
      ))}
    </PlainList>
  );
};

const RecordTime = ({ record }: { record: AttendanceRecord }) => {
  const moment = recordMoment(record);
  const { date } = record.session;
  return moment === undefined ? (
    <time dateTime={date}>{formatDay(date)}</time>
  ) : (
    <Tooltip title={formatDayTime(moment)}>
      <time dateTime={moment}>{formatRelative(moment)}</time>
    </Tooltip>
  );
};
