import type { AnalyticsSummary } from '@qr-attendance/contracts';
import { StatCards } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';

interface Props {
  summary: AnalyticsSummary | undefined;
  totalCourses: number | undefined;
}

export const SummaryCards = ({ summary, totalCourses }: Props) => {
  const { t } = useTranslation('teacher');
  const today = summary?.todayAttendancePercentage;
  return (
    <StatCards
      stats={[
        { title: t('dashboard.totalStudents'), value: summary?.totalStudents },
        today === null
          ? { title: t('dashboard.todayAttendance'), value: t('dashboard.noValue') }
          : { title: t('dashboard.todayAttendance'), value: today && Math.round(today), suffix: '%' },
        { title: t('dashboard.activeSessions'), value: summary?.activeSessions },
        { title: t('dashboard.totalCourses'), value: totalCourses },
      ]}
    />
  );
};
