import { EmptyState, PageHeader, QueryView } from '@qr-attendance/ui-kit';
import { useBasePath } from '@qr-attendance/web-kit';
import Col from 'antd/es/col';
import Row from 'antd/es/row';
import { useTranslation } from 'react-i18next';
import { links } from '../../../shared/links.ts';
import { MoreButton } from '../../../shared/more-button.tsx';
import { useAvailableCourses } from '../api/list-available-courses.ts';
import { AvailableCourseCard } from '../components/available-course-card.tsx';

export const EnrollPage = () => {
  const { t } = useTranslation('student');
  const to = links(useBasePath());
  const available = useAvailableCourses();
  return (
    <>
      <PageHeader
        title={t('enroll.title')}
        help={t('enroll.help')}
        back={{ to: to.dashboard, label: t('back') }}
      />
      <QueryView query={available} errorMessage={t('enroll.error')}>
        {({ pages }) => {
          const courses = pages.flatMap(({ items }) => items);
          return courses.length === 0 ? (
            <EmptyState message={t('enroll.empty')} />
          ) : (
            <Row gutter={[16, 16]}>
              {courses.map((course) => (
                <Col key={course._id} xs={24} sm={12} xl={8}>
                  <AvailableCourseCard course={course} />
                </Col>
              ))}
            </Row>
          );
        }}
      </QueryView>
      <MoreButton list={available} />
    </>
  );
};
