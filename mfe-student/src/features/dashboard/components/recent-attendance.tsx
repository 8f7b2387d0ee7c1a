import type { AttendanceRecord } from '@qr-attendance/contracts';
import { Badge, EmptyState, PlainList, PlainRow, StatusBadge } from '@qr-attendance/ui-kit';
import { classDaysOf, formatDay, formatTime } from '@qr-attendance/web-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { UserText } from '../../../shared/user-text.tsx';

const RecordTime = ({ record, classDay }: { record: AttendanceRecord; classDay: string }) => {
  const { session, scannedAt } = record;
  if (scannedAt === undefined) return <time dateTime={session.date}>{classDay}</time>;
  return (
    <time dateTime={scannedAt}>
      {formatDay(session.date)}, {formatTime(scannedAt)}
    </time>
  );
};

interface Props {
  records: AttendanceRecord[];
  next: ReactNode;
}

export const RecentAttendance = ({ records, next }: Props) => {
  const { t } = useTranslation('student');
  const classDayOf = classDaysOf(records);
  if (!records.length) return <EmptyState message={t('dashboard.noRecent')} action={next} />;
  return (
    <PlainList>
      {records.map((record) => (
        <PlainRow
          key={record._id}
          title={<UserText>{record.session.course.name || t('common:unknownCourse')}</UserText>}
          detail={<RecordTime record={record} classDay={classDayOf(record)} />}
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
