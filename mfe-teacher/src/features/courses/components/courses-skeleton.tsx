import Card from 'antd/es/card';
import Skeleton from 'antd/es/skeleton';
import { useTranslation } from 'react-i18next';
import { CourseGrid } from './course-grid.tsx';

const card = (
  <Card>
    <Skeleton active paragraph={{ rows: 3 }} />
  </Card>
);

export const CoursesSkeleton = () => {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('common:loading')}>
      <CourseGrid cards={[1, 2, 3].map((key) => ({ key, card }))} />
    </div>
  );
};
