import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { LinkButton } from '../../../shared/link-button.tsx';
import { links } from '../../../shared/links.ts';
import type { CameraFailure } from '../front-camera.ts';
import { Problem } from './problem.tsx';

/** Why there is no picture, and what the student can do about it. */
export const CameraProblem = ({ failure, onRetry }: { failure: CameraFailure; onRetry: () => void }) => {
  const { t } = useTranslation('attendance');
  const { qrCode = '' } = useParams();
  const look = { type: 'primary', size: 'large', block: true } as const;
  const hint = t(`selfie.hint.${failure}`);
  // Another try would do nothing in this browser; the preferences are the student's own.
  if (failure === 'unsupported')
    return (
      <>
        <Problem message={t('specified:selfieCameraUnsupported')} hint={hint} />
        <LinkButton {...look} to={links.securityFor(qrCode)}>
          {t('error.security')}
        </LinkButton>
      </>
    );
  return (
    <>
      <Problem message={t('specified:selfieCameraFailed')} hint={hint} />
      <Button {...look} onClick={onRetry}>
        {t('error.retry')}
      </Button>
    </>
  );
};
