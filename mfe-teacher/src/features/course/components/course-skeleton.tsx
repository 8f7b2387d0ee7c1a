import Card from 'antd/es/card';
import Skeleton from 'antd/es/skeleton';
import { useTranslation } from 'react-i18next';

export const CourseSkeleton = () => {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('common:loading')} style={{ display: 'grid', gap: 16 }}>
      <Skeleton active title={{ width: '40%' }} paragraph={{ rows: 1, width: '20%' }} />
      <Card>
        <Skeleton active title={false} paragraph={{ rows: 3 }} />
      </Card>
      <Card>
        <Skeleton active paragraph={{ rows: 6 }} />
      </Card>
      <Card>
        <Skeleton active paragraph={{ rows: 8 }} />
      </Card>
    </div>
  );
};
