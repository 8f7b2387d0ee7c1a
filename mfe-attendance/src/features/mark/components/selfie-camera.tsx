import { Button } from '@qr-attendance/ui-kit';
import { CameraOutlined } from '@ant-design/icons';
import type { SelfiePrompt } from '@qr-attendance/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { takeSelfie } from '../take-selfie.ts';
import { useFrontCamera } from '../use-front-camera.ts';
import { LiveVideo, type PlayingVideo } from './live-video.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import { StepCard } from './step-card.tsx';
import { WrappingButton } from './wrapping-button.tsx';
import type { CameraFailure } from '../front-camera.ts';

interface Props {
  refusal: string | undefined;
  prompt: SelfiePrompt | 'straight' | undefined;
  onTaken: (picture: string) => void;
  onWaive: () => void;
}

export const SelfieCamera = ({ refusal, prompt, onTaken, onWaive }: Props) => {
  const { t } = useTranslation('attendance');
  const { camera, retry } = useFrontCamera();
  const [playing, setPlaying] = useState<PlayingVideo>();
  const stream = camera.state === 'live' ? camera.stream : undefined;
  const ready = stream !== undefined && playing?.stream === stream && prompt !== undefined;
  return (
    <StepCard icon={<CameraOutlined />} title={t('selfie.title')} why={t('selfie.why')}>
      {refusal && <ProblemNotice message={refusal} />}
      {camera.state === 'failed' ? (
        <CameraProblem failure={camera.failure} onRetry={retry} />
      ) : (
        <>
          {/* The camera stays on between the pictures, so the prompt is announced to screen readers. */}
          <p role="status" className="title">
            {prompt && t(`selfie.prompt.${prompt}`)}
          </p>
          <LiveVideo stream={stream} onPlaying={setPlaying} />
          <Button
            type="primary"
            size="large"
            block
            loading={!ready}
            onClick={() => ready && onTaken(takeSelfie(playing.video))}
          >
            {t(
              ready ? (prompt === 'straight' ? 'selfie.capture' : 'selfie.captureSecond') : 'selfie.starting',
            )}
          </Button>
        </>
      )}
      <WrappingButton onClick={onWaive}>{t('selfie.waive')}</WrappingButton>
    </StepCard>
  );
};

const CameraProblem = ({ failure, onRetry }: { failure: CameraFailure; onRetry: () => void }) => {
  const { t } = useTranslation('attendance');
  const hint = t(`selfie.hint.${failure}`);
  // A retry would fail again in this browser.
  if (failure === 'unsupported')
    return <ProblemNotice message={t('specified:selfieCameraUnsupported')} hint={hint} />;
  return (
    <>
      <ProblemNotice message={t('specified:selfieCameraFailed')} hint={hint} />
      <Button type="primary" size="large" block onClick={onRetry}>
        {t('error.retry')}
      </Button>
    </>
  );
};
