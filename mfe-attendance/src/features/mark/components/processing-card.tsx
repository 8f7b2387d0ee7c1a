import { Panel, Spinner } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';

export const ProcessingCard = () => {
  const { t } = useTranslation('attendance');
  return (
    <Panel>
      <div style={{ display: 'grid', justifyItems: 'center', gap: 16, paddingBlock: 24 }}>
        <Spinner />
        <p style={{ margin: 0, fontWeight: 500 }}>{t('processing')}</p>
      </div>
    </Panel>
  );
};
