import type { AnalyticsSummary } from '@qr-attendance/contracts';
import { StatCards } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';

export const SummaryCards = ({ summary }: { summary: AnalyticsSummary | undefined }) => {
  const { t } = useTranslation('student');
  const rate = summary?.attendancePercentage;
  return (
    <StatCards
      stats={[
        { title: t('dashboard.totalCourses'), value: summary?.totalCourses },
        rate === null
          ? { title: t('dashboard.attendanceRate'), value: t('dashboard.noValue') }
          : { title: t('dashboard.attendanceRate'), value: rate && Math.round(rate), suffix: '%' },
        { title: t('dashboard.classesAttended'), value: summary?.attendedSessions },
        { title: t('dashboard.activeSessions'), value: summary?.activeSessions },
      ]}
    />
  );
};
