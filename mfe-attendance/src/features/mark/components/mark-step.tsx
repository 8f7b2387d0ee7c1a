import { CheckSquareOutlined } from '@ant-design/icons';
import { useIdentity } from '@qr-attendance/web-kit';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { StepCard } from './step-card.tsx';

export const MarkStep = ({ course, onMark }: { course: string; onMark: () => void }) => {
  const { t } = useTranslation('attendance');
  const { name } = useIdentity().user;
  return (
    <StepCard
      icon={<CheckSquareOutlined />}
      title={t('mark.title')}
      why={t('mark.greeting', { name, course })}
    >
      <Button type="primary" size="large" block onClick={onMark}>
        {t('mark.action')}
      </Button>
    </StepCard>
  );
};
