import Card from 'antd/es/card';
import Col from 'antd/es/col';
import Row from 'antd/es/row';
import Skeleton from 'antd/es/skeleton';
import { useTranslation } from 'react-i18next';

export const SecuritySkeleton = () => {
  const { t } = useTranslation('student');
  return (
    <div role="status" aria-label={t('common:loading')}>
      <Row gutter={[16, 16]}>
        {[7, 7, 10, 10].map((rows, index) => (
          <Col key={index} xs={24} lg={12}>
            <Card>
              <Skeleton active title paragraph={{ rows }} />
            </Card>
          </Col>
        ))}
      </Row>
    </div>
  );
};
