import type { CourseStudent } from '@qr-attendance/contracts';
import { LineChart } from '@qr-attendance/ui-kit';
import { formatDay } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '../../../shared/section-card.tsx';

export const StudentTrend = ({ trend, threshold }: Pick<CourseStudent, 'trend'> & { threshold: number }) => {
  const { t } = useTranslation('teacher');
  return (
    <SectionCard title={t('student.trend')}>
      {trend.length === 0 ? (
        <p style={{ margin: 0 }}>{t('student.noTrend')}</p>
      ) : (
        <LineChart
          label={t('student.trend')}
          entries={trend.map(({ date, attendancePercentage }) => ({
            name: formatDay(date),
            value: attendancePercentage,
          }))}
          threshold={threshold}
        />
      )}
    </SectionCard>
  );
};
