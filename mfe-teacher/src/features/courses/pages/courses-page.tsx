import { EmptyState, PageHeader, QueryView } from '@qr-attendance/ui-kit';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCourses } from '../../../shared/api/list-courses.ts';
import { CourseCard } from '../components/course-card.tsx';
import { CourseForm } from '../components/course-form.tsx';
import { CourseGrid } from '../components/course-grid.tsx';
import { CoursesSkeleton } from '../components/courses-skeleton.tsx';

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
        {(list) =>
          list.length ? (
            <CourseGrid
              cards={list.map((course) => ({ key: course._id, card: <CourseCard course={course} /> }))}
            />
          ) : (
            <EmptyState message={t('courses.empty')} />
          )
        }
      </QueryView>
    </>
  );
};
