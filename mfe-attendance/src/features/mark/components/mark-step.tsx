import { CheckSquareOutlined } from '@ant-design/icons';
import { useIdentity } from '@qr-attendance/web-kit';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { StepCard } from './step-card.tsx';

interface Props {
  course: string;
  /** Whether the browser is going to ask for finger or face. */
  asksPasskey: boolean;
  /** Whether the teacher is going to look instead of a selfie. */
  withoutSelfie: boolean;
  onMark: () => void;
}

export const MarkStep = ({ course, asksPasskey, withoutSelfie, onMark }: Props) => {
  const { t } = useTranslation('attendance');
  const { name } = useIdentity().user;
  return (
    <StepCard
      icon={<CheckSquareOutlined />}
      title={t('mark.title')}
      why={t('mark.greeting', { name, course })}
    >
      {withoutSelfie && <p style={{ margin: 0 }}>{t('mark.withoutSelfie')}</p>}
      {asksPasskey && <p style={{ margin: 0 }}>{t('mark.passkey')}</p>}
      <Button type="primary" size="large" block onClick={onMark}>
        {t('mark.action')}
      </Button>
    </StepCard>
  );
};
