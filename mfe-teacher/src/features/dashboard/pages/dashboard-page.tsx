import { Card, LinkButton, PageHeader, queryProblem, QueryView, TodaysClasses } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useCourses } from '../../../shared/api/courses.ts';
import { useLinks } from '../../../shared/use-links.ts';
import { useSummary, useRecentAttendance, useRunningSessions } from '../api.ts';
import { AttendanceChart } from '../components/attendance-chart.tsx';
import { EndedUnattended } from '../components/ended-unattended.tsx';
import { RecentAttendance } from '../components/recent-attendance.tsx';
import { OpensItself } from '../components/opens-itself.tsx';
import { RunningSessions } from '../components/running-sessions.tsx';
import { TeacherShortcuts } from '../components/teacher-shortcuts.tsx';
import { StartNow } from '../components/start-now.tsx';
import { SummaryCards } from '../components/summary-cards.tsx';
import { SessionsToConfirm } from '../components/sessions-to-confirm.tsx';
import '../dashboard.css';
import { SessionsToReview } from '../components/sessions-to-review.tsx';

export const DashboardPage = () => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const summary = useSummary();
  const running = useRunningSessions();
  const recent = useRecentAttendance();
  const courses = useCourses();
  // The summary also counts archived courses.
  const offered = courses.data?.filter(({ archived }) => !archived).length;
  const totalCourses = offered ?? (courses.error ? summary.data?.totalCourses : undefined);
  // Without a course there is nothing to take attendance in.
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
      <OpensItself sessions={running.data ?? []} courses={courses.data ?? []} />
      <RunningSessions sessions={running.data ?? []} />
      <StartNow />
      <EndedUnattended />
      <TodaysClasses weekPath={to.week} />
      <SessionsToConfirm />
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
