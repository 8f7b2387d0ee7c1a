import {
  BarChartOutlined,
  HistoryOutlined,
  PlusCircleOutlined,
  QrcodeOutlined,
  SafetyCertificateOutlined,
} from '@ant-design/icons';
import type { AnalyticsSummary } from '@qr-attendance/contracts';
import {
  Card,
  DoughnutChart,
  EmptyState,
  LinkButton,
  PageHeader,
  queryProblem,
  QueryView,
  Shortcuts,
  StatCards,
  TodaysClasses,
} from '@qr-attendance/ui-kit';
import { useIdentity } from '@qr-attendance/web-kit';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMyCourses } from '../../../shared/api.ts';
import { isolateDirection } from '../../../shared/isolate-direction.ts';
import { useLinks } from '../../../shared/use-links.ts';
import { useRecentAttendance, useSummary } from '../api.ts';
import { MyCourses } from '../components/my-courses.tsx';
import { NextStepBanner } from '../components/next-step-banner.tsx';
import { RecentAttendance } from '../components/recent-attendance.tsx';
import { RecentChanges } from '../components/recent-changes.tsx';
import { presenceCounts } from '../presence-counts.ts';

const StudentShortcuts = () => {
  const { t } = useTranslation('student');
  const to = useLinks();
  const shortcuts = [
    { key: 'scan' as const, to: to.scan, icon: <QrcodeOutlined /> },
    { key: 'history' as const, to: to.history, icon: <HistoryOutlined /> },
    { key: 'enroll' as const, to: to.enroll, icon: <PlusCircleOutlined /> },
    { key: 'security' as const, to: to.security, icon: <SafetyCertificateOutlined /> },
    { key: 'reports' as const, to: to.reports, icon: <BarChartOutlined /> },
  ].map((shortcut) => ({
    ...shortcut,
    title: t(`dashboard.${shortcut.key}`),
    help: t(`dashboard.${shortcut.key}Help`),
  }));
  return <Shortcuts label={t('dashboard.links')} shortcuts={shortcuts} />;
};

export const DashboardPage = () => {
  const { t } = useTranslation('student');
  const { user } = useIdentity();
  const to = useLinks();
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
        help={t('dashboard.greeting', { name: isolateDirection(user.name) })}
      />
      <NextStepBanner running={summary.data?.activeSessions ?? 0} marks={summary.data?.runningMarks ?? []} />
      <TodaysClasses weekPath={to.week} />
      <RecentChanges />
      {problem ?? <SummaryCards summary={summary.data} />}
      <div className="card-grid above below">
        {!problem && (
          <Card list title={t('dashboard.presence')}>
            <QueryView query={summary} errorMessage={failure}>
              {(numbers) => <PresenceChart summary={numbers} next={next} />}
            </QueryView>
          </Card>
        )}
        <Card
          list
          title={t('dashboard.recent')}
          aside={
            <Link to={to.history} className="action-link">
              {t('dashboard.allHistory')}
            </Link>
          }
        >
          <QueryView query={recent} errorMessage={failure}>
            {(records) => <RecentAttendance records={records} next={next} />}
          </QueryView>
        </Card>
        <Card list title={t('dashboard.courses')} titleRef={coursesTitle}>
          <QueryView query={courses} errorMessage={t('specified:coursesFailed')}>
            {(list) => (
              <MyCourses
                courses={list}
                totals={summary.data?.courseTotals ?? []}
                onLeft={() => coursesTitle.current?.focus()}
              />
            )}
          </QueryView>
        </Card>
      </div>
      <StudentShortcuts />
    </>
  );
};

const SummaryCards = ({ summary }: { summary: AnalyticsSummary | undefined }) => {
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

const PresenceChart = ({ summary, next }: { summary: AnalyticsSummary; next: ReactNode }) => {
  const { t } = useTranslation('student');
  const counts = presenceCounts(summary);
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
