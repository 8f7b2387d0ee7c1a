import { LinkButton, PageHeader, queryProblem, QueryView } from '@qr-attendance/ui-kit';
import { useBasePath, useIdentity } from '@qr-attendance/web-kit';
import Col from 'antd/es/col';
import Row from 'antd/es/row';
import Skeleton from 'antd/es/skeleton';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useMyCourses } from '../../../shared/api.ts';
import { isolated } from '../../../shared/isolated.ts';
import { links } from '../../../shared/links.ts';
import { ListSkeleton } from '../../../shared/list-skeleton.tsx';
import { useSummary, useRecentAttendance } from '../api.ts';
import { DashboardCard } from '../components/dashboard-card.tsx';
import { MyCourses } from '../components/my-courses.tsx';
import { NextStepBanner } from '../components/next-step-banner.tsx';
import { PresenceChart } from '../components/presence-chart.tsx';
import { RecentChanges } from '../components/recent-changes.tsx';
import { RecentAttendance } from '../components/recent-attendance.tsx';
import { StudentShortcuts } from '../components/student-shortcuts.tsx';
import { SummaryCards } from '../components/summary-cards.tsx';

const CHART = <Skeleton.Node active style={{ width: '100%', height: 260 }} />;

export const DashboardPage = () => {
  const { t } = useTranslation('student');
  const { user } = useIdentity();
  const to = links(useBasePath());
  const summary = useSummary();
  const recent = useRecentAttendance();
  const courses = useMyCourses();
  const coursesTitle = useRef<HTMLHeadingElement>(null);
  const next =
    courses.data?.length === 0 ? (
      <LinkButton to={to.enroll}>{t('dashboard.enroll')}</LinkButton>
    ) : (
      <LinkButton to={to.scan}>{t('dashboard.scan')}</LinkButton>
    );
  const failure = t('specified:dashboardFailed');
  const problem = summary.data ? undefined : queryProblem(summary, failure);
  return (
    <>
      <PageHeader
        title={t('dashboard.title')}
        help={t('dashboard.greeting', { name: isolated(user.name) })}
      />
      <NextStepBanner running={summary.data?.activeSessions ?? 0} marks={summary.data?.runningMarks ?? []} />
      <RecentChanges />
      {problem ?? <SummaryCards summary={summary.data} />}
      <Row gutter={[16, 16]} style={{ marginBlock: 16 }}>
        {!problem && (
          <Col xs={24} lg={8}>
            <DashboardCard title={t('dashboard.presence')}>
              <QueryView query={summary} errorMessage={failure} loading={CHART}>
                {(numbers) => <PresenceChart summary={numbers} next={next} />}
              </QueryView>
            </DashboardCard>
          </Col>
        )}
        <Col xs={24} lg={8}>
          <DashboardCard
            title={t('dashboard.recent')}
            more={{ to: to.history, label: t('dashboard.allHistory') }}
          >
            <QueryView query={recent} errorMessage={failure} loading={<ListSkeleton />}>
              {(records) => <RecentAttendance records={records} next={next} />}
            </QueryView>
          </DashboardCard>
        </Col>
        <Col xs={24} lg={8}>
          <DashboardCard title={t('dashboard.courses')} titleRef={coursesTitle}>
            <QueryView
              query={courses}
              errorMessage={t('specified:coursesFailed')}
              loading={<ListSkeleton rows={3} />}
            >
              {(list) => (
                <MyCourses
                  courses={list}
                  running={summary.data?.runningMarks ?? []}
                  onLeft={() => coursesTitle.current?.focus()}
                />
              )}
            </QueryView>
          </DashboardCard>
        </Col>
      </Row>
      <StudentShortcuts />
    </>
  );
};
