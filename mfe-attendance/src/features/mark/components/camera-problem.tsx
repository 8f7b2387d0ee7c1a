import { Button } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import type { CameraFailure } from '../front-camera.ts';
import { Problem } from './problem.tsx';

export const CameraProblem = ({ failure, onRetry }: { failure: CameraFailure; onRetry: () => void }) => {
  const { t } = useTranslation('attendance');
  const hint = t(`selfie.hint.${failure}`);
  // A retry cannot succeed in this browser.
  if (failure === 'unsupported')
    return <Problem message={t('specified:selfieCameraUnsupported')} hint={hint} />;
  return (
    <>
      <Problem message={t('specified:selfieCameraFailed')} hint={hint} />
      <Button type="primary" size="large" block onClick={onRetry}>
        {t('error.retry')}
      </Button>
    </>
  );
};
