import type { AttendanceRecord } from '@qr-attendance/contracts';
import { CourseName, EmptyState, ResponsiveTable, StatusBadge } from '@qr-attendance/ui-kit';
import { formatDay, formatTime } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { NoBreak } from '../../../shared/no-break.tsx';

export const MarksTable = ({ marks }: { marks: AttendanceRecord[] }) => {
  const { t } = useTranslation('teacher');
  return (
    <ResponsiveTable<AttendanceRecord>
      rows={marks}
      rowKey="_id"
      columns={[
        {
          key: 'date',
          title: t('reports.date'),
          render: ({ timestamp }) => <NoBreak>{formatDay(timestamp)}</NoBreak>,
        },
        {
          key: 'time',
          title: t('reports.time'),
          render: ({ timestamp }) => <NoBreak>{formatTime(timestamp)}</NoBreak>,
        },
        {
          key: 'course',
          title: t('reports.course'),
          render: ({ session }) => <CourseName course={session.course} />,
        },
        {
          key: 'student',
          title: t('reports.student'),
          render: ({ student }) => <span dir="auto">{student.name}</span>,
        },
        { key: 'email', title: t('reports.email'), render: ({ student }) => student.email },
        {
          key: 'status',
          title: t('reports.status'),
          render: ({ status }) => <StatusBadge status={status} />,
        },
      ]}
      empty={<EmptyState message={t('reports.empty')} />}
    />
  );
};
