import { EmptyState, PageHeader, QueryView } from '@qr-attendance/ui-kit';
import { useBasePath } from '@qr-attendance/web-kit';
import Col from 'antd/es/col';
import Row from 'antd/es/row';
import { useTranslation } from 'react-i18next';
import { links } from '../../../shared/links.ts';
import { ShowMore } from '../../../shared/show-more.tsx';
import { useAvailableCourses } from '../api/list-available-courses.ts';
import { AvailableCourseCard } from '../components/available-course-card.tsx';

export const EnrollPage = () => {
  const { t } = useTranslation('student');
  const to = links(useBasePath());
  const courses = useAvailableCourses();
  return (
    <>
      <PageHeader
        title={t('enroll.title')}
        help={t('enroll.help')}
        back={{ to: to.dashboard, label: t('back') }}
      />
      <QueryView query={courses} errorMessage={t('specified:availableCoursesFailed')}>
        {({ pages }) => {
          const list = pages.flatMap(({ items }) => items);
          if (!list.length) return <EmptyState message={t('enroll.empty')} />;
          return (
            <Row gutter={[16, 16]}>
              {list.map((course) => (
                <Col key={course._id} xs={24} sm={12} lg={8}>
                  <AvailableCourseCard course={course} />
                </Col>
              ))}
            </Row>
          );
        }}
      </QueryView>
      <ShowMore list={courses} />
    </>
  );
};
