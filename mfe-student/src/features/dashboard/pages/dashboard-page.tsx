import { ErrorState, PageHeader, QueryView } from '@qr-attendance/ui-kit';
import { messageOf, useBasePath, useIdentity } from '@qr-attendance/web-kit';
import Card from 'antd/es/card';
import Col from 'antd/es/col';
import Row from 'antd/es/row';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useMyCourses } from '../../../shared/api/list-my-courses.ts';
import { links } from '../../../shared/links.ts';
import { SectionTitle } from '../../../shared/section-title.tsx';
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
  const courses = useMyCourses();
  const failure = t('specified:dashboardFailed');
  return (
    <>
      <PageHeader title={t('dashboard.title')} help={t('dashboard.greeting', { name: user.name })} />
      <NextStepBanner running={summary.data?.activeSessions ?? 0} />
      {summary.error && !summary.data ? (
        <ErrorState message={messageOf(summary.error, failure)} onRetry={() => void summary.refetch()} />
      ) : (
        <SummaryCards summary={summary.data} />
      )}
      <Row gutter={[16, 16]} style={{ marginBlock: 16 }}>
        <Col xs={24} lg={14}>
          <Card
            title={<SectionTitle>{t('dashboard.recent')}</SectionTitle>}
            extra={
              <Link
                to={to.history}
                style={{ display: 'inline-flex', alignItems: 'center', minHeight: 44, paddingInline: 8 }}
              >
                {t('dashboard.allHistory')}
              </Link>
            }
            style={{ height: '100%' }}
            styles={{ body: { paddingBlock: 8 } }}
          >
            <QueryView query={recent} errorMessage={failure}>
              {(records) => <RecentAttendance records={summary.data?.totalSessions === 0 ? [] : records} />}
            </QueryView>
          </Card>
        </Col>
        <Col xs={24} lg={10}>
          <Card
            title={<SectionTitle>{t('dashboard.courses')}</SectionTitle>}
            style={{ height: '100%' }}
            styles={{ body: { paddingBlock: 8 } }}
          >
            <QueryView query={courses} errorMessage={t('specified:coursesFailed')}>
              {(list) => <MyCourses courses={list} />}
            </QueryView>
          </Card>
        </Col>
      </Row>
      <Shortcuts />
    </>
  );
};
