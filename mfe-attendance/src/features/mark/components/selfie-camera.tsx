import { CameraOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { takeSelfie } from '../take-selfie.ts';
import { useFrontCamera } from '../use-front-camera.ts';
import { CameraProblem } from './camera-problem.tsx';
import { LiveVideo, type Playing } from './live-video.tsx';
import { Problem } from './problem.tsx';
import { StepCard } from './step-card.tsx';
import { WrappingButton } from './wrapping-button.tsx';

interface Props {
  /** Why it is asked again. */
  redo: string | undefined;
  onTaken: (selfie: string) => void;
  onWaive: () => void;
}

export const SelfieCamera = ({ redo, onTaken, onWaive }: Props) => {
  const { t } = useTranslation('attendance');
  const { camera, retry } = useFrontCamera();
  const [playing, setPlaying] = useState<Playing>();
  const stream = camera.state === 'live' ? camera.stream : undefined;
  const ready = stream !== undefined && playing?.stream === stream;
  return (
    <StepCard icon={<CameraOutlined />} title={t('selfie.title')} why={t('selfie.why')}>
      {redo && <Problem message={redo} />}
      {camera.state === 'failed' ? (
        <CameraProblem failure={camera.failure} onRetry={retry} />
      ) : (
        <>
          <LiveVideo stream={stream} onPlaying={setPlaying} />
          <Button
            type="primary"
            size="large"
            block
            loading={!ready}
            onClick={() => ready && onTaken(takeSelfie(playing.video))}
          >
            {ready ? t('selfie.capture') : t('selfie.starting')}
          </Button>
        </>
      )}
      <WrappingButton onClick={onWaive}>{t('selfie.waive')}</WrappingButton>
    </StepCard>
  );
};
