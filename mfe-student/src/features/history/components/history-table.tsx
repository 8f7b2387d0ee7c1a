import type { AttendanceRecord, Dispute } from '@qr-attendance/contracts';
import {
  Badge,
  Button,
  CorrectedAt,
  CourseName,
  EmptyState,
  ResponsiveTable,
  StatusBadge,
} from '@qr-attendance/ui-kit';
import { classDaysOf, formatTime } from '@qr-attendance/web-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MessageFilled, QuestionCircleFilled } from '@ant-design/icons';

const DisputeTag = ({ dispute }: { dispute: Dispute }) => {
  const { t } = useTranslation('student');
  const answered = dispute.answer !== undefined;
  return (
    <Badge
      tone={answered ? 'info' : 'warning'}
      icon={answered ? <MessageFilled aria-hidden /> : <QuestionCircleFilled aria-hidden />}
    >
      {t(answered ? 'history.answered' : 'history.disputed')}
    </Badge>
  );
};

interface Props {
  records: AttendanceRecord[];
  next: ReactNode;
  onOpen: (record: AttendanceRecord) => void;
}

export const HistoryTable = ({ records, next, onOpen }: Props) => {
  const { t } = useTranslation('student');
  const classDayOf = classDaysOf(records);
  return (
    <ResponsiveTable<AttendanceRecord>
      rows={records}
      rowKey="_id"
      columns={[
        { key: 'date', title: t('history.date'), render: classDayOf },
        {
          key: 'course',
          title: t('common:report.course'),
          phone: 'title',
          render: ({ session }) => <CourseName course={session.course} />,
        },
        {
          key: 'time',
          title: t('history.time'),
          render: ({ scannedAt }) => (scannedAt === undefined ? '–' : formatTime(scannedAt)),
        },
        {
          key: 'status',
          title: t('common:report.status'),
          render: ({ status, dispute, guest, correctedAt }) => (
            <span className="row gap-xs">
              <StatusBadge status={status} />
              {guest && <Badge tone="warning">{t('history.notCounted')}</Badge>}
              {dispute && <DisputeTag dispute={dispute} />}
              <CorrectedAt moment={correctedAt} />
            </span>
          ),
        },
        {
          key: 'details',
          title: t('history.details'),
          phone: 'action',
          render: (record) => (
            <Button
              onClick={() => onOpen(record)}
              aria-label={t('history.openNamed', {
                course: record.session.course.name,
                date: classDayOf(record),
              })}
            >
              {t('history.open')}
            </Button>
          ),
        },
      ]}
      empty={<EmptyState message={t('history.empty')} action={next} />}
    />
  );
};
