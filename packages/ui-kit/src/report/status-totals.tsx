import type { AttendanceTotals } from '@qr-attendance/contracts';
import { formatNumber } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../status-badge.tsx';
import { tokens } from '../tokens/tokens.ts';

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
    <div
      role="status"
      style={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: `${tokens.marginXS}px ${tokens.margin}px`,
        minHeight: 32,
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {showCount && <strong>{all === undefined ? '…' : t('common:report.records', { count: all })}</strong>}
      {counts.map(([status, count]) => (
        <span key={status} style={{ display: 'inline-flex', alignItems: 'center', gap: 6 }}>
          <StatusBadge status={status} />
          <strong>{count === undefined ? '…' : formatNumber(count)}</strong>
        </span>
      ))}
    </div>
  );
};
