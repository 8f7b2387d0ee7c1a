import { BulbOutlined, SwapOutlined } from '@ant-design/icons';
import { Button } from '@qr-attendance/ui-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CameraFailure } from '../camera-failure.ts';
import { useScanner } from '../use-scanner.ts';
import './viewfinder.css';
import { ZoomField } from './zoom-field.tsx';

interface Props {
  cameraId: string | undefined;
  hint?: string | undefined;
  onValue: (value: string, at: number) => 'more' | undefined;
  onFailure: (failure: CameraFailure) => void;
  onOtherCamera: (cameraId: string) => void;
  onCancel: () => void;
}

export const Viewfinder = ({ cameraId, hint, onValue, onFailure, onOtherCamera, onCancel }: Props) => {
  const { t } = useTranslation('student');
  const { host, scanner } = useScanner({ cameraId, onValue, onFailure });
  const [lit, setLit] = useState(false);
  const setTorch = scanner?.setTorch;
  const otherCamera = scanner?.otherCamera;
  const toggleTorch = async () => {
    await setTorch?.(!lit).then(
      () => setLit(!lit),
      () => undefined,
    );
  };
  return (
    <div className="stack">
      <p role="status" className="flush center">
        {scanner ? (hint ?? t('scan.hint')) : t('scan.starting')}
      </p>
      <div
        ref={host}
        role="img"
        aria-label={t('scan.viewfinder')}
        className="viewfinder"
        style={{ aspectRatio: scanner?.aspectRatio ?? 4 / 3 }}
      />
      {scanner?.zoom && <ZoomField zoom={scanner.zoom} />}
      <div className="row">
        {setTorch && (
          <Button size="large" icon={<BulbOutlined aria-hidden />} onClick={toggleTorch} className="fill">
            {lit ? t('scan.torchOff') : t('scan.torchOn')}
          </Button>
        )}
        {otherCamera !== undefined && (
          <Button
            size="large"
            icon={<SwapOutlined aria-hidden />}
            onClick={() => onOtherCamera(otherCamera)}
            className="fill"
          >
            {t('scan.otherCamera')}
          </Button>
        )}
        <Button size="large" onClick={onCancel} className="fill">
          {t('scan.cancel')}
        </Button>
      </div>
    </div>
  );
};
