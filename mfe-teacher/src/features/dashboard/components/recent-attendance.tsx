import type { AttendanceRecord } from '@qr-attendance/contracts';
import { EmptyState, StatusBadge } from '@qr-attendance/ui-kit';
import { formatDay, formatDayTime, formatRelative } from '@qr-attendance/web-kit';
import Tooltip from 'antd/es/tooltip';
import theme from 'antd/es/theme';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  records: AttendanceRecord[];
  /** What to do when there are none. */
  next: ReactNode;
}

export const RecentAttendance = ({ records, next }: Props) => {
  const { t } = useTranslation('teacher');
  if (!records.length) return <EmptyState message={t('dashboard.recentEmpty')} action={next} />;
  return (
    <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {records.map((record, index) => (
        <RecentMark key={record._id} record={record} first={index === 0} />
      ))}
    </ul>
  );
};

/** When somebody was marked; an absence has no time. */
const RecordTime = ({ record: { status, timestamp, session } }: { record: AttendanceRecord }) =>
  status === 'ABSENT' ? (
    <time dateTime={session.date}>{formatDay(session.date)}</time>
  ) : (
    <Tooltip title={formatDayTime(timestamp)}>
      <time dateTime={timestamp}>{formatRelative(timestamp)}</time>
    </Tooltip>
  );

const RecentMark = ({ record, first }: { record: AttendanceRecord; first: boolean }) => {
  const { token } = theme.useToken();
  return (
    <li
      style={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: token.margin,
        paddingBlock: token.paddingSM,
        borderBlockStart: first ? 'none' : `1px solid ${token.colorBorderSecondary}`,
      }}
    >
      <div style={{ minWidth: 0 }}>
        <div dir="auto" style={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
          {record.student.name}
        </div>
        <div style={{ color: token.colorTextSecondary, fontSize: token.fontSizeSM }}>
          <bdi>{record.session.course.code}</bdi> · <RecordTime record={record} />
        </div>
      </div>
      <StatusBadge status={record.status} />
    </li>
  );
};
