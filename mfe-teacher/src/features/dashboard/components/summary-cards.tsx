import type { AnalyticsSummary } from '@qr-attendance/contracts';
import { StatCard } from '@qr-attendance/ui-kit';
import Col from 'antd/es/col';
import Row from 'antd/es/row';
import { useTranslation } from 'react-i18next';

interface Props {
  summary: AnalyticsSummary | undefined;
  totalCourses: number | undefined;
}

export const SummaryCards = ({ summary, totalCourses }: Props) => {
  const { t } = useTranslation('teacher');
  const today = summary?.todayAttendancePercentage ?? null;
  const cards = [
    { title: t('dashboard.totalStudents'), value: summary?.totalStudents },
    today === null
      ? { title: t('dashboard.todayAttendance'), value: t('dashboard.noValue') }
      : { title: t('dashboard.todayAttendance'), value: Math.round(today), suffix: '%' },
    { title: t('dashboard.activeSessions'), value: summary?.activeSessions },
    { title: t('dashboard.totalCourses'), value: totalCourses },
  ];
  return (
    <Row gutter={[16, 16]}>
      {cards.map(({ title, value, suffix }) => (
        <Col key={title} xs={12} lg={6}>
          <StatCard
            title={title}
            value={value ?? 0}
            suffix={suffix}
            loading={!summary || value === undefined}
          />
        </Col>
      ))}
    </Row>
  );
};
