import type { AttendanceRecord } from '@qr-attendance/contracts';
import { Badge, EmptyState, PlainList, PlainRow, StatusBadge } from '@qr-attendance/ui-kit';
import { formatDay, formatDayTime, recordMoment } from '@qr-attendance/web-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Typed } from '../../../shared/typed.tsx';

const RecordTime = ({ record }: { record: AttendanceRecord }) => {
  const moment = recordMoment(record);
  const { date } = record.session;
  if (moment === undefined) return <time dateTime={date}>{formatDay(date)}</time>;
  return <time dateTime={moment}>{formatDayTime(moment)}</time>;
};

interface Props {
  records: AttendanceRecord[];
  next: ReactNode;
}

export const RecentAttendance = ({ records, next }: Props) => {
  const { t } = useTranslation('student');
  if (!records.length) return <EmptyState message={t('dashboard.noRecent')} action={next} />;
  return (
    <PlainList>
      {records.map((record) => (
        <PlainRow
          key={record._id}
          title={<Typed>{record.session.course.name || t('common:unknownCourse')}</Typed>}
          detail={<RecordTime record={record} />}
          aside={
            <span className="row gap-xs">
              {record.guest && <Badge tone="warning">{t('history.notCounted')}</Badge>}
              <StatusBadge status={record.status} />
            </span>
          }
        />
      ))}
    </PlainList>
  );
};
