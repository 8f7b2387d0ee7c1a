import { BulbOutlined, SwapOutlined } from '@ant-design/icons';
import { Button, tokens } from '@qr-attendance/ui-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CameraFailure } from '../camera-failure.ts';
import { useScanner } from '../use-scanner.ts';
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
    <div style={{ display: 'grid', gap: tokens.margin }}>
      <p role="status" style={{ margin: 0, textAlign: 'center' }}>
        {scanner ? (hint ?? t('scan.hint')) : t('scan.starting')}
      </p>
      <div
        ref={host}
        role="img"
        aria-label={t('scan.viewfinder')}
        style={{
          position: 'relative',
          aspectRatio: scanner?.aspectRatio ?? 4 / 3,
          // Crops tall pictures so that the buttons stay visible; the minimum fits the scan box.
          maxHeight: 'max(60dvh, 282px)',
          width: '100%',
          overflow: 'hidden',
          borderRadius: tokens.borderRadiusLG,
          background: '#0b0f19',
        }}
      />
      {scanner?.zoom && <ZoomField zoom={scanner.zoom} />}
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: tokens.marginSM }}>
        {setTorch && (
          <Button size="large" icon={<BulbOutlined aria-hidden />} onClick={toggleTorch} style={{ flex: 1 }}>
            {lit ? t('scan.torchOff') : t('scan.torchOn')}
          </Button>
        )}
        {otherCamera !== undefined && (
          <Button
            size="large"
            icon={<SwapOutlined aria-hidden />}
            onClick={() => onOtherCamera(otherCamera)}
            style={{ flex: 1 }}
          >
            {t('scan.otherCamera')}
          </Button>
        )}
        <Button size="large" onClick={onCancel} style={{ flex: 1 }}>
          {t('scan.cancel')}
        </Button>
      </div>
    </div>
  );
};
