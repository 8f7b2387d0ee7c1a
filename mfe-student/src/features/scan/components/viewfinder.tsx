import { BulbOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import theme from 'antd/es/theme';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CameraFailure } from '../camera-failure.ts';
import { useScanner } from '../use-scanner.ts';

interface Props {
  onValue: (value: string) => void;
  onFailure: (failure: CameraFailure) => void;
  onCancel: () => void;
}

/** The live camera picture; the camera runs exactly as long as this is on the page. */
export const Viewfinder = ({ onValue, onFailure, onCancel }: Props) => {
  const { t } = useTranslation('student');
  const { token } = theme.useToken();
  const { host, scanner } = useScanner({ onValue, onFailure });
  const [lit, setLit] = useState(false);
  const setTorch = scanner?.setTorch;
  const toggleTorch = async () => {
    await setTorch?.(!lit).then(
      () => setLit(!lit),
      () => undefined,
    );
  };
  return (
    <div style={{ display: 'grid', gap: token.margin }}>
      <p role="status" style={{ margin: 0, textAlign: 'center' }}>
        {scanner ? t('scan.hint') : t('scan.starting')}
      </p>
      <div
        ref={host}
        role="img"
        aria-label={t('scan.viewfinder')}
        style={{
          position: 'relative',
          aspectRatio: scanner?.aspectRatio ?? 4 / 3,
          overflow: 'hidden',
          borderRadius: token.borderRadiusLG,
          background: '#0b0f19',
        }}
      />
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: token.marginSM }}>
        {setTorch && (
          <Button size="large" icon={<BulbOutlined />} onClick={toggleTorch} style={{ flex: 1 }}>
            {lit ? t('scan.torchOff') : t('scan.torchOn')}
          </Button>
        )}
        <Button size="large" onClick={onCancel} style={{ flex: 1 }}>
          {t('scan.cancel')}
        </Button>
      </div>
    </div>
  );
};
