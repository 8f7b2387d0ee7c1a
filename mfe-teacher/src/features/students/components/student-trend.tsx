import type { CourseStudent } from '@qr-attendance/contracts';
import { Card, LineChart } from '@qr-attendance/ui-kit';
import { formatDay } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';

export const StudentTrend = ({ trend, threshold }: Pick<CourseStudent, 'trend'> & { threshold: number }) => {
  const { t } = useTranslation('teacher');
  return (
    <Card title={t('student.trend')}>
      {trend.length === 0 ? (
        <p className="flush">{t('student.noTrend')}</p>
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
    </Card>
  );
};
