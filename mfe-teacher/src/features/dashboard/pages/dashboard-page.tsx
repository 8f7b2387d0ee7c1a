import { BarChartOutlined, BookOutlined, QrcodeOutlined, UnorderedListOutlined } from '@ant-design/icons';
import type { AnalyticsSummary } from '@qr-attendance/contracts';
import {
  Card,
  LinkButton,
  PageHeader,
  queryProblem,
  QueryView,
  Shortcuts,
  StatCards,
  TodaysClasses,
} from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useCourses } from '../../../shared/api/courses.ts';
import { useLinks } from '../../../shared/use-links.ts';
import { useRecentAttendance, useRunningSessions, useSummary } from '../api.ts';
import { AttendanceChart } from '../components/attendance-chart.tsx';
import { AutoEndedSessions } from '../components/auto-ended-sessions.tsx';
import { AutoOpenedCode } from '../components/auto-opened-code.tsx';
import { RecentAttendance } from '../components/recent-attendance.tsx';
import { RosterNotices } from '../components/roster-notices.tsx';
import { RunningSessions } from '../components/running-sessions.tsx';
import { SessionsToConfirm } from '../components/sessions-to-confirm.tsx';
import { SessionsToReview } from '../components/sessions-to-review.tsx';
import { StartNow } from '../components/start-now.tsx';
import '../dashboard.css';

const TeacherShortcuts = () => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const shortcuts = [
    { key: 'Generate' as const, to: to.generate, icon: <QrcodeOutlined /> },
    { key: 'Courses' as const, to: to.courses, icon: <BookOutlined /> },
    { key: 'Sessions' as const, to: to.sessions, icon: <UnorderedListOutlined /> },
    { key: 'Reports' as const, to: to.reports, icon: <BarChartOutlined /> },
  ].map((shortcut) => ({
    ...shortcut,
    title: t(`dashboard.shortcut${shortcut.key}`),
    help: t(`dashboard.shortcut${shortcut.key}Help`),
  }));
  return <Shortcuts label={t('dashboard.shortcuts')} shortcuts={shortcuts} />;
};

interface Props {
  summary: AnalyticsSummary | undefined;
  totalCourses: number | undefined;
}

const SummaryCards = ({ summary, totalCourses }: Props) => {
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

export const DashboardPage = () => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const summary = useSummary();
  const running = useRunningSessions();
  const recent = useRecentAttendance();
  const courses = useCourses();
  // The summary's number includes archived courses.
  const offered = courses.data?.filter(({ archived }) => !archived).length;
  const totalCourses = offered ?? (courses.error ? summary.data?.totalCourses : undefined);
  // Attendance requires a course.
  const next =
    totalCourses === 0 ? (
      <LinkButton to={to.courses}>{t('courses.addFirst')}</LinkButton>
    ) : (
      <LinkButton to={to.generate}>{t('generate.title')}</LinkButton>
    );
  const failure = t('specified:dashboardFailed');
  return (
    <>
      <PageHeader
        title={t('dashboard.title')}
        help={t('dashboard.help')}
        action={
          <LinkButton type="primary" to={to.generate}>
            {t('generate.title')}
          </LinkButton>
        }
      />
      <AutoOpenedCode sessions={running.data ?? []} courses={courses.data ?? []} />
      <RunningSessions sessions={running.data ?? []} />
      <StartNow />
      <AutoEndedSessions />
      <TodaysClasses weekPath={to.week} />
      <SessionsToConfirm />
      <RosterNotices />
      {(summary.data ? undefined : queryProblem(summary, failure)) ?? (
        <SummaryCards summary={summary.data} totalCourses={totalCourses} />
      )}
      <SessionsToReview />
      <div className="dashboard-columns">
        <AttendanceChart />
        <Card list title={t('dashboard.recent')}>
          <QueryView query={recent} errorMessage={failure}>
            {(records) => <RecentAttendance records={records} next={next} />}
          </QueryView>
        </Card>
      </div>
      <TeacherShortcuts />
    </>
  );
};
