import Card from 'antd/es/card';
import Spin from 'antd/es/spin';
import { useTranslation } from 'react-i18next';

export const ProcessingCard = () => {
  const { t } = useTranslation('attendance');
  return (
    <Card>
      <div style={{ display: 'grid', justifyItems: 'center', gap: 16, paddingBlock: 24 }}>
        <Spin size="large" />
        <p style={{ margin: 0, fontWeight: 500 }}>{t('processing')}</p>
      </div>
    </Card>
  );
};
