import { Button } from '@qr-attendance/ui-kit';
import { CameraOutlined } from '@ant-design/icons';
import { SELFIE_LIMITS } from '@qr-attendance/contracts';
import { useTranslation } from 'react-i18next';
import { StepCard } from './step-card.tsx';

interface Props {
  pictures: string[];
  onRetake: () => void;
  onContinue: () => void;
}

export const SelfiePreview = ({ pictures, onRetake, onContinue }: Props) => {
  const { t } = useTranslation('attendance');
  return (
    <StepCard icon={<CameraOutlined />} title={t('selfie.captured')} why={t('selfie.check')}>
      <div className="selfie-pair">
        {pictures.map((picture, index) => (
          <img
            key={index}
            src={picture}
            alt={t(index === 0 ? 'selfie.preview' : 'selfie.previewSecond')}
            width={SELFIE_LIMITS.width}
            height={SELFIE_LIMITS.height}
            className="picture"
          />
        ))}
      </div>
      <div className="selfie-choice">
        <Button size="large" onClick={onRetake}>
          {t('selfie.retake')}
        </Button>
        <Button type="primary" size="large" onClick={onContinue}>
          {t('selfie.continue')}
        </Button>
      </div>
    </StepCard>
  );
};
