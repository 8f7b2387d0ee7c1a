import Card from 'antd/es/card';
import Col from 'antd/es/col';
import Row from 'antd/es/row';
import Skeleton from 'antd/es/skeleton';
import { useTranslation } from 'react-i18next';

export const CardsSkeleton = () => {
  const { t } = useTranslation('student');
  return (
    <div role="status" aria-label={t('common:loading')}>
      <Row gutter={[16, 16]}>
        {Array.from({ length: 6 }, (_, card) => (
          <Col key={card} xs={24} sm={12} lg={8}>
            <Card>
              <Skeleton active title paragraph={{ rows: 3 }} />
              <Skeleton.Button active block />
            </Card>
          </Col>
        ))}
      </Row>
    </div>
  );
};
