import { Button } from '@qr-attendance/ui-kit';
import { SafetyCertificateOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { StepCard } from './step-card.tsx';

/**
 * The student must press a button, because the passkey's answer is valid for only a minute and browsers show
 * the passkey dialog only after a press.
 */
export const ConfirmStep = ({ onConfirm }: { onConfirm: () => void }) => {
  const { t } = useTranslation('attendance');
  return (
    <StepCard
      icon={<SafetyCertificateOutlined />}
      title={t('delivery.confirm.title')}
      why={t('delivery.confirm.why')}
    >
      <p className="flush">{t('mark.passkey')}</p>
      <Button type="primary" size="large" block onClick={onConfirm}>
        {t('delivery.confirm.action')}
      </Button>
    </StepCard>
  );
};
