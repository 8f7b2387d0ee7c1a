import type { AttendanceTotals } from '@qr-attendance/contracts';
import { formatNumber } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../badge/status-badge.tsx';

interface Props {
  totals: AttendanceTotals | undefined;
  showCount?: boolean;
}

export const StatusTotals = ({ totals, showCount = false }: Props) => {
  const { t } = useTranslation();
  const counts = [
    ['PRESENT', totals?.present],
    ['LATE', totals?.late],
    ['ABSENT', totals?.absent],
    ['EXCUSED', totals?.excused],
  ] as const;
  const all = totals && totals.present + totals.late + totals.absent + totals.excused;
  return (
    <div role="status" className="row numeric">
      {showCount && <strong>{all === undefined ? '…' : t('common:report.records', { count: all })}</strong>}
      {counts.map(([status, count]) => (
        <span key={status} className="row gap-xs">
          <StatusBadge status={status} />
          <strong>{count === undefined ? '…' : formatNumber(count)}</strong>
        </span>
      ))}
    </div>
  );
};
