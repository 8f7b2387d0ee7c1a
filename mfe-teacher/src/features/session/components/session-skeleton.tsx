import Card from 'antd/es/card';
import Col from 'antd/es/col';
import Row from 'antd/es/row';
import Skeleton from 'antd/es/skeleton';
import { useTranslation } from 'react-i18next';

/** The session page's own shape, while the session is on its way. */
export const SessionSkeleton = () => {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('common:loading')}>
      <Skeleton active title={{ width: '50%' }} paragraph={{ rows: 1, width: '20%' }} />
      <Row gutter={[16, 16]} style={{ marginBlockStart: 16 }}>
        <Col xs={24} lg={9}>
          <Card>
            <div style={{ display: 'grid', gap: 24, justifyItems: 'center' }}>
              <Skeleton.Node active style={{ width: 218, height: 218 }} />
              <Skeleton active title={false} paragraph={{ rows: 4 }} />
            </div>
          </Card>
        </Col>
        <Col xs={24} lg={15}>
          <Card>
            <Skeleton active paragraph={{ rows: 10 }} />
          </Card>
        </Col>
      </Row>
    </div>
  );
};
