import { EmptyState, LinkButton, LoadingState, PageHeader, QueryView } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCoursesWith } from '../../../shared/api/courses.ts';
import { useRecentSessions } from '../../../shared/api/sessions.ts';
import { useTerms } from '../../../shared/terms.ts';
import { useLinks } from '../../../shared/use-links.ts';
import { may } from '../../../shared/may.ts';
import { preselectedCourse } from '../../../shared/usual-course.ts';
import { useSeries } from '../api.ts';
import { PlanForm } from '../components/plan-form.tsx';
import { usualValues, valuesOfSeries } from '../plan-values.ts';

/**
 * Plans a new series, or changes an existing series (`?course=…&series=…`), from a given day with `&from=…`.
 */
export const PlanPage = () => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const [search] = useSearchParams();
  const [courseId, seriesId] = [search.get('course') ?? undefined, search.get('series') ?? undefined];
  const from = search.get('from') ?? undefined;
  const { isListed, ...courses } = useCoursesWith(courseId);
  const terms = useTerms();
  const sessions = useRecentSessions();
  const series = useSeries(courseId, seriesId !== undefined);
  const title = seriesId === undefined ? 'title' : from === undefined ? 'changeAll' : 'changeFollowing';
  // Terms and earlier classes only provide defaults; the form works without them.
  const isReady = !terms.isPending && !sessions.isPending && (seriesId === undefined || !series.isPending);
  return (
    <>
      <PageHeader
        title={t(`plan.${title}`)}
        help={t('plan.help')}
        back={{ to: to.week, label: t('week.title') }}
      />
      <QueryView query={courses} errorMessage={t('specified:coursesFailed')}>
        {(all) => {
          if (!isReady) return <LoadingState />;
          const list = all.filter((course) => !course.archived && may(course, 'manageSessions'));
          if (list.length === 0)
            return (
              <EmptyState
                message={t('generate.noCourses')}
                action={
                  <LinkButton type="primary" to={to.courses}>
                    {t('generate.addCourse')}
                  </LinkButton>
                }
              />
            );
          const usualOf = (id: string | undefined) =>
            usualValues(
              list.find(({ _id }) => _id === id),
              terms.data ?? [],
              sessions.data ?? [],
              new Date(),
            );
          const changed = series.data?.find(({ _id }) => _id === seriesId);
          if (seriesId !== undefined && !changed) return <EmptyState message={t('plan.noSeries')} />;
          return (
            <PlanForm
              key={seriesId}
              courses={list}
              initialValues={
                changed ? valuesOfSeries(changed) : usualOf(preselectedCourse(list, courseId)?._id)
              }
              usualValuesOf={usualOf}
              series={changed}
              from={from}
              doneAt={isListed || courseId === undefined ? to.week : to.course(courseId)}
            />
          );
        }}
      </QueryView>
    </>
  );
};
