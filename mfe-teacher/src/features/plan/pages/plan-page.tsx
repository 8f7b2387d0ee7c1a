import { EmptyState, LinkButton, LoadingState, PageHeader, QueryView } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useCourse, useCourses } from '../../../shared/api/courses.ts';
import { useRecentSessions } from '../../../shared/api/sessions.ts';
import { useTerms } from '../../../shared/terms.ts';
import { useLinks } from '../../../shared/use-links.ts';
import { may } from '../../../shared/may.ts';
import { useSeries } from '../api.ts';
import { PlanForm } from '../components/plan-form.tsx';
import { usualValues, valuesOfSeries } from '../plan-values.ts';

/** Also changes a series: `?course=…&series=…`, and from a day on with `&from=…`. */
export const PlanPage = () => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const [search] = useSearchParams();
  const [courseId, seriesId] = [search.get('course') ?? undefined, search.get('series') ?? undefined];
  const from = search.get('from') ?? undefined;
  const courses = useCourses();
  // Administrators of a unit open its courses one by one; the list has only courses of their own.
  const isListed = courseId === undefined || courses.data?.some(({ _id }) => _id === courseId) !== false;
  const named = useCourse(courseId ?? '', !isListed);
  const terms = useTerms();
  const sessions = useRecentSessions();
  const series = useSeries(courseId, seriesId !== undefined);
  const title = seriesId === undefined ? 'title' : from === undefined ? 'changeAll' : 'changeFollowing';
  // Defaults come from terms and earlier classes; the form works without them.
  const isReady =
    (isListed || !named.isPending) &&
    !terms.isPending &&
    !sessions.isPending &&
    (seriesId === undefined || !series.isPending);
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
          const list = [...all, ...(named.data ? [named.data] : [])].filter(
            (course) => !course.archived && may(course, 'manageSessions'),
          );
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
          const known = list.find(({ _id }) => _id === courseId) ?? (list.length === 1 ? list[0] : undefined);
          return (
            <PlanForm
              key={seriesId}
              courses={list}
              initialValues={changed ? valuesOfSeries(changed) : usualOf(known?._id)}
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
