import type { AnalyticsSummary } from '@qr-attendance/contracts';
import { StatCard } from '@qr-attendance/ui-kit';
import Col from 'antd/es/col';
import Row from 'antd/es/row';
import { useTranslation } from 'react-i18next';

export const SummaryCards = ({ summary }: { summary: AnalyticsSummary | undefined }) => {
  const { t } = useTranslation('student');
  const rate = summary?.attendancePercentage ?? null;
  const cards = [
    { title: t('dashboard.totalCourses'), value: summary?.totalCourses },
    rate === null
      ? { title: t('dashboard.attendanceRate'), value: t('dashboard.noValue') }
      : { title: t('dashboard.attendanceRate'), value: Math.round(rate), suffix: '%' },
    { title: t('dashboard.classesAttended'), value: summary?.attendedSessions },
    { title: t('dashboard.activeSessions'), value: summary?.activeSessions },
  ];
  return (
    <Row gutter={[16, 16]}>
      {cards.map(({ title, value, suffix }) => (
        <Col key={title} xs={12} lg={6}>
          <StatCard title={title} value={value ?? 0} loading={!summary} {...(suffix ? { suffix } : {})} />
        </Col>
      ))}
    </Row>
  );
};
