import type { AttendanceRecord } from '@qr-attendance/contracts';
import { CorrectedAt, CourseName, EmptyState, ResponsiveTable, StatusBadge } from '@qr-attendance/ui-kit';
import { classDaysOf, formatTime } from '@qr-attendance/web-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NoWrap } from '../../../shared/session-cells.tsx';

/** Shows the numbers below the name to save a column. */
const StudentName = ({ student }: Pick<AttendanceRecord, 'student'>) => {
  const numbers = [student.regNo, student.usn].filter(Boolean).join(' · ');
  return (
    <>
      <span dir="auto">{student.name}</span>
      {numbers && <span className="block muted small">{numbers}</span>}
    </>
  );
};

interface Props {
  marks: AttendanceRecord[];
  next: ReactNode;
}

export const MarksTable = ({ marks, next }: Props) => {
  const { t } = useTranslation('teacher');
  const classDayOf = classDaysOf(marks);
  return (
    <ResponsiveTable<AttendanceRecord>
      rows={marks}
      rowKey="_id"
      columns={[
        {
          key: 'date',
          title: t('reports.date'),
          render: (mark) => <NoWrap>{classDayOf(mark)}</NoWrap>,
        },
        {
          key: 'time',
          title: t('reports.time'),
          render: ({ scannedAt }) =>
            scannedAt === undefined ? '–' : <NoWrap>{formatTime(scannedAt)}</NoWrap>,
        },
        {
          key: 'course',
          title: t('common:report.course'),
          render: ({ session }) => <CourseName course={session.course} />,
        },
        {
          key: 'student',
          title: t('reports.student'),
          phone: 'title',
          render: ({ student }) => <StudentName student={student} />,
        },
        { key: 'email', title: t('reports.email'), render: ({ student }) => student.email },
        {
          key: 'status',
          title: t('common:report.status'),
          render: ({ status, correctedAt }) => (
            <>
              <StatusBadge status={status} />
              <CorrectedAt moment={correctedAt} />
            </>
          ),
        },
      ]}
      empty={<EmptyState message={t('reports.empty')} action={next} />}
    />
  );
};
