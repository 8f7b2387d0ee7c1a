import { EmptyState, PageHeader, QueryView } from '@qr-attendance/ui-kit';
import Button from 'antd/es/button';
import Col from 'antd/es/col';
import Row from 'antd/es/row';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCourses } from '../../../shared/api/list-courses.ts';
import { CourseCard } from '../components/course-card.tsx';
import { CourseForm } from '../components/course-form.tsx';

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
      <QueryView query={courses} errorMessage={t('specified:coursesFailed')}>
        {(list) =>
          list.length ? (
            <Row gutter={[16, 16]}>
              {list.map((course) => (
                <Col key={course._id} xs={24} sm={12} xl={8}>
                  <CourseCard course={course} />
                </Col>
              ))}
            </Row>
          ) : (
            <EmptyState message={t('courses.empty')} />
          )
        }
      </QueryView>
    </>
  );
};
