import { ErrorState, PageHeader, QueryView } from '@qr-attendance/ui-kit';
import { messageOf, useBasePath, useIdentity } from '@qr-attendance/web-kit';
import Col from 'antd/es/col';
import Row from 'antd/es/row';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCourses } from '../../../shared/api/list-courses.ts';
import { links } from '../../../shared/links.ts';
import { TitledCard } from '../../../shared/titled-card.tsx';
import { useSummary } from '../api/get-summary.ts';
import { useRecentAttendance } from '../api/list-recent-attendance.ts';
import { MyCourses } from '../components/my-courses.tsx';
import { NextStepBanner } from '../components/next-step-banner.tsx';
import { RecentAttendance } from '../components/recent-attendance.tsx';
import { Shortcuts } from '../components/shortcuts.tsx';
import { SummaryCards } from '../components/summary-cards.tsx';

export const DashboardPage = () => {
  const { t } = useTranslation('student');
  const { user } = useIdentity();
  const to = links(useBasePath());
  const summary = useSummary();
  const recent = useRecentAttendance();
  const courses = useCourses();
  const failure = t('dashboard.error');
  // Counted sessions and records come from one service but two calls: without the first there is nothing to list.
  const nothingYet = summary.data?.totalSessions === 0;
  return (
    <>
      <PageHeader title={t('dashboard.title')} help={t('dashboard.greeting', { name: user.name })} />
      <NextStepBanner />
      {summary.error && !summary.data ? (
        <ErrorState message={messageOf(summary.error, failure)} onRetry={() => void summary.refetch()} />
      ) : (
        <SummaryCards summary={summary.data} />
      )}
      <Row gutter={[16, 16]} style={{ marginBlock: 16 }}>
        <Col xs={24} lg={14}>
          <TitledCard
            title={t('dashboard.recent')}
            extra={<Link to={to.history}>{t('dashboard.allHistory')}</Link>}
          >
            <QueryView query={recent} errorMessage={failure}>
              {(records) => <RecentAttendance records={nothingYet ? [] : records} />}
            </QueryView>
          </TitledCard>
        </Col>
        <Col xs={24} lg={10}>
          <TitledCard title={t('dashboard.courses')}>
            <QueryView query={courses} errorMessage={t('dashboard.coursesError')}>
              {(list) => <MyCourses courses={list} />}
            </QueryView>
          </TitledCard>
        </Col>
      </Row>
      <Shortcuts />
    </>
  );
};
