import type { AttendanceRecord } from '@qr-attendance/contracts';
import { EmptyState, ResponsiveTable, StatusBadge } from '@qr-attendance/ui-kit';
import { formatTime } from '@qr-attendance/web-kit';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NoBreak } from '../../../shared/no-break.tsx';
import './roster-table.css';
import { SelfieButton } from './selfie-button.tsx';

/** Rows drawn at first and with each "show more": nobody reads 1,500, and drawing them would stall the page. */
const STEP = 100;

interface Props {
  records: AttendanceRecord[];
  arrived: ReadonlySet<string>;
  /** Why there are no rows. */
  empty: string;
}

export const RosterTable = ({ records, arrived, empty }: Props) => {
  const { t } = useTranslation('teacher');
  const [limit, setLimit] = useState(STEP);
  const withSelfies = records.some(({ hasSelfie }) => hasSelfie);
  const selfies = {
    key: 'selfie',
    title: t('selfie.title'),
    render: (mark: AttendanceRecord) => (mark.hasSelfie ? <SelfieButton mark={mark} /> : t('selfie.none')),
  };
  const hidden = records.length - limit;
  return (
    <>
      <ResponsiveTable<AttendanceRecord>
        rows={records.slice(0, limit)}
        rowKey="_id"
        rowClassName={({ _id }) => (arrived.has(_id) ? 'roster-arrival' : '')}
        columns={[
          {
            key: 'student',
            title: t('roster.student'),
            render: ({ student }) => <span dir="auto">{student.name}</span>,
          },
          {
            key: 'time',
            title: t('roster.time'),
            render: ({ timestamp }) => <NoBreak>{formatTime(timestamp)}</NoBreak>,
          },
          {
            key: 'status',
            title: t('roster.status'),
            render: ({ status }) => <StatusBadge status={status} />,
          },
          ...(withSelfies ? [selfies] : []),
        ]}
        empty={<EmptyState message={empty} />}
      />
      {hidden > 0 && (
        <Button block type="text" onClick={() => setLimit(limit + STEP)} style={{ marginBlockStart: 8 }}>
          {t('roster.showMore', { count: Math.min(hidden, STEP) })}
        </Button>
      )}
    </>
  );
};
