import type { AnalyticsSummary } from '@qr-attendance/contracts';
import { DoughnutChart, EmptyState } from '@qr-attendance/ui-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { presence } from '../presence.ts';

export const PresenceChart = ({ summary, next }: { summary: AnalyticsSummary; next: ReactNode }) => {
  const { t } = useTranslation('student');
  const counts = presence(summary);
  if (!counts) return <EmptyState message={t('dashboard.noData')} action={next} />;
  return (
    <DoughnutChart
      label={t('dashboard.presence')}
      slices={[
        { name: t('common:status.PRESENT'), value: counts.present, tone: 'success' },
        { name: t('common:status.ABSENT'), value: counts.absent, tone: 'danger' },
      ]}
    />
  );
};
