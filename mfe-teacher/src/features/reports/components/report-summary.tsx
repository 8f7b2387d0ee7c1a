import { StatusTotals, type ReportQuery, tokens } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useTotals } from '../api.ts';

const NOTHING = { present: 0, late: 0, absent: 0, excused: 0 };

/** Counts of the whole choice. `impossible`: known to be none, without asking. */
export const ReportSummary = ({ query, impossible }: { query: ReportQuery; impossible: boolean }) => {
  const { t } = useTranslation('teacher');
  const totals = useTotals(query, !impossible);
  if (totals.error && !totals.data)
    return (
      <span role="alert" style={{ color: tokens.colorErrorText }}>
        {messageOf(totals.error, t('specified:reportsFailed'))}
      </span>
    );
  return <StatusTotals totals={impossible ? NOTHING : totals.data} />;
};
