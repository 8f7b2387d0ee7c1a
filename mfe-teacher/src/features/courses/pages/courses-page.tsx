import type { Course } from '@qr-attendance/contracts';
import { EmptyState, PageHeader, QueryView } from '@qr-attendance/ui-kit';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCourses } from '../../../shared/api/courses.ts';
import { CourseCard } from '../components/course-card.tsx';
import { CourseForm } from '../components/course-form.tsx';
import { CourseGrid } from '../components/course-grid.tsx';
import { CoursesSkeleton } from '../components/courses-skeleton.tsx';

const isArchived = ({ archived }: Course) => archived === true;

const Cards = ({ courses }: { courses: Course[] }) => (
  <CourseGrid cards={courses.map((course) => ({ key: course._id, card: <CourseCard course={course} /> }))} />
);

const ArchivedCourses = ({ courses }: { courses: Course[] }) => {
  const { t } = useTranslation('teacher');
  const [shown, setShown] = useState(false);
  return (
    <div style={{ marginBlockStart: 24, display: 'grid', gap: 16 }}>
      <div>
        <Button aria-expanded={shown} onClick={() => setShown(!shown)}>
          {t(shown ? 'courses.hideArchived' : 'courses.showArchived', { count: courses.length })}
        </Button>
      </div>
      {shown && <Cards courses={courses} />}
    </div>
  );
};

export const CoursesPage = () => {
  const { t } = useTranslation('teacher');
  const courses = useCourses();
  const [adding, setAdding] = useState(false);
  return (
    <>
      <PageHeader
        title={t('courses.title')}
        help={t('courses.help')}
        action={
          <Button
            type={adding ? 'default' : 'primary'}
            aria-expanded={adding}
            onClick={() => setAdding((shown) => !shown)}
          >
            {adding ? t('courses.cancel') : t('courses.add')}
          </Button>
        }
      />
      {adding && <CourseForm onCreated={() => setAdding(false)} />}
      <QueryView query={courses} errorMessage={t('specified:coursesFailed')} loading={<CoursesSkeleton />}>
        {(list) => {
          const [archived, current] = [list.filter(isArchived), list.filter((course) => !isArchived(course))];
          return (
            <>
              {current.length ? (
                <Cards courses={current} />
              ) : (
                <EmptyState
                  message={t('courses.empty')}
                  action={!adding && <Button onClick={() => setAdding(true)}>{t('courses.addFirst')}</Button>}
                />
              )}
              {archived.length > 0 && <ArchivedCourses courses={archived} />}
            </>
          );
        }}
      </QueryView>
    </>
  );
};
