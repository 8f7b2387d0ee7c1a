import { EmptyState, QueryView } from '@qr-attendance/ui-kit';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { useAllAvailable } from '../api/list-all-available.ts';
import { makeMatchCourse } from '../match-course.ts';
import { CardsSkeleton } from './cards-skeleton.tsx';
import { CourseCards } from './course-cards.tsx';

/** Nobody reads on beyond so many; a longer search finds fewer. */
const SHOWN = 48;

export const FoundCourses = ({ search, onClear }: { search: string; onClear: () => void }) => {
  const { t } = useTranslation('student');
  const all = useAllAvailable(true);
  return (
    <QueryView query={all} errorMessage={t('specified:availableCoursesFailed')} loading={<CardsSkeleton />}>
      {(courses) => {
        const found = courses.filter(makeMatchCourse(search));
        if (!found.length) {
          const clear = <Button onClick={onClear}>{t('enroll.clearSearch')}</Button>;
          return <EmptyState message={t('enroll.noMatch')} action={clear} />;
        }
        return (
          <>
            <CourseCards courses={found.slice(0, SHOWN)} />
            {found.length > SHOWN && <p role="status">{t('enroll.moreFound', { count: SHOWN })}</p>}
          </>
        );
      }}
    </QueryView>
  );
};
