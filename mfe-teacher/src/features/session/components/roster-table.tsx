import type { AttendanceRecord } from '@qr-attendance/contracts';
import { EmptyState, ResponsiveTable, StatusBadge } from '@qr-attendance/ui-kit';
import { formatTime } from '@qr-attendance/web-kit';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NoBreak } from '../../../shared/no-break.tsx';
import { needsReview } from '../roster-rules.ts';
import { ReviewTags } from './review/review-tags.tsx';
import './roster-table.css';
import { SelfieButton } from './selfie-button.tsx';

/** Rows drawn at first and with each "show more": nobody reads 1,500, and drawing them would stall the page. */
const STEP = 100;

interface Props {
  records: AttendanceRecord[];
  arrived: ReadonlySet<string>;
  /** Opens the review of a mark, by its id. */
  onReview: (id: string) => void;
  /** Why there are no rows. */
  empty: string;
}

export const RosterTable = ({ records, arrived, onReview, empty }: Props) => {
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
        rowClassName={(mark) =>
          [arrived.has(mark._id) && 'roster-arrival', needsReview(mark) && 'roster-to-review']
            .filter(Boolean)
            .join(' ')
        }
        columns={[
          {
            key: 'student',
            title: t('roster.student'),
            render: (mark) => (
              <>
                <span dir="auto">{mark.student.name}</span>
                <ReviewTags mark={mark} />
              </>
            ),
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
          {
            key: 'review',
            title: t('review.column'),
            render: ({ _id, student }) => (
              <Button aria-label={t('review.openOf', { name: student.name })} onClick={() => onReview(_id)}>
                {t('review.open')}
              </Button>
            ),
          },
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
