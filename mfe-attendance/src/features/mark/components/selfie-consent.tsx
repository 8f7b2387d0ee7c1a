import { SafetyCertificateOutlined } from '@ant-design/icons';
import { messageOf } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useGiveSelfieConsent } from '../selfie-api.ts';
import { ProblemNotice } from './problem-notice.tsx';
import { StepCard } from './step-card.tsx';
import { WrappingButton } from './wrapping-button.tsx';

interface Props {
  onAgreed: () => void;
  onWaive: () => void;
}
const points = ['what', 'who', 'howLong', 'withdraw'] as const;

/** Shown before the first selfie. Both choices look alike, so that neither is suggested. */
export const SelfieConsent = ({ onAgreed, onWaive }: Props) => {
  const { t } = useTranslation('attendance');
  const give = useGiveSelfieConsent();
  return (
    <StepCard
      icon={<SafetyCertificateOutlined />}
      title={t('selfie.consent.title')}
      why={t('selfie.consent.why')}
    >
      <dl className="flush stack gap-xs">
        {points.map((point) => (
          <div key={point}>
            <dt className="strong">{t(`selfie.consent.${point}`)}</dt>
            <dd className="flush">{t(`selfie.consent.${point}Answer`)}</dd>
          </div>
        ))}
      </dl>
      {give.error && <ProblemNotice message={messageOf(give.error, t('selfie.consent.failed'))} />}
      <div className="stack gap-sm">
        <WrappingButton
          loading={give.isPending}
          onClick={() => give.mutate(undefined, { onSuccess: onAgreed })}
        >
          {t('selfie.consent.agree')}
        </WrappingButton>
        <WrappingButton onClick={onWaive}>{t('selfie.waive')}</WrappingButton>
      </div>
    </StepCard>
  );
};
