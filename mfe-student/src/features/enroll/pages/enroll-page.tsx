import { EmptyState, LoadMore, PageHeader, QueryView, useSearchText } from '@qr-attendance/ui-kit';
import { useBasePath } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { links } from '../../../shared/links.ts';
import { useAvailableCourses } from '../api/list-available-courses.ts';
import { CardsSkeleton } from '../components/cards-skeleton.tsx';
import { CourseCards } from '../components/course-cards.tsx';
import { CourseSearch } from '../components/course-search.tsx';
import { FoundCourses } from '../components/found-courses.tsx';

/** From so many courses on there is a search. */
const MANY = 10;

export const EnrollPage = () => {
  const { t } = useTranslation('student');
  const to = links(useBasePath());
  const courses = useAvailableCourses();
  const { typed, setTyped, search } = useSearchText();
  const list = courses.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <PageHeader
        title={t('enroll.title')}
        help={t('enroll.help')}
        back={{ to: to.dashboard, label: t('back') }}
      />
      {(list.length >= MANY || typed) && <CourseSearch value={typed} onChange={setTyped} />}
      {search ? (
        <FoundCourses search={search} onClear={() => setTyped('')} />
      ) : (
        <>
          <QueryView
            query={courses}
            errorMessage={t('specified:availableCoursesFailed')}
            loading={<CardsSkeleton />}
          >
            {() =>
              list.length ? <CourseCards courses={list} /> : <EmptyState message={t('enroll.empty')} />
            }
          </QueryView>
          <LoadMore pages={courses} />
        </>
      )}
    </>
  );
};
