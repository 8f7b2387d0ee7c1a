import { BulbOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import Spin from 'antd/es/spin';
import theme from 'antd/es/theme';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CameraFailure } from '../camera-failure.ts';
import type { Torch } from '../open-scanner.ts';
import { useScanner } from '../use-scanner.ts';

interface Props {
  onScan: (text: string) => void;
  onFailure: (failure: CameraFailure) => void;
  onCancel: () => void;
}

export const CameraScanner = ({ onScan, onFailure, onCancel }: Props) => {
  const { t } = useTranslation('student');
  const { token } = theme.useToken();
  const { ref, ready, torch } = useScanner({ onScan, onFailure });
  return (
    <div style={{ display: 'grid', gap: token.margin }}>
      <div
        role="group"
        aria-label={t('scan.viewfinder')}
        style={{
          position: 'relative',
          minHeight: 240,
          overflow: 'hidden',
          borderRadius: token.borderRadiusLG,
          background: '#000',
        }}
      >
        <div ref={ref} />
        {!ready && (
          <div
            style={{ position: 'absolute', inset: 0, display: 'grid', placeItems: 'center', color: '#fff' }}
          >
            <span role="status" style={{ display: 'flex', alignItems: 'center', gap: 12 }}>
              <Spin /> {t('scan.opening')}
            </span>
          </div>
        )}
      </div>
      <p style={{ margin: 0, textAlign: 'center', color: token.colorTextSecondary }}>{t('scan.hint')}</p>
      <div style={{ display: 'grid', gap: token.marginSM, gridAutoFlow: 'column', gridAutoColumns: '1fr' }}>
        {torch && <TorchButton torch={torch} />}
        <Button size="large" onClick={onCancel}>
          {t('scan.cancel')}
        </Button>
      </div>
    </div>
  );
};

const TorchButton = ({ torch }: { torch: Torch }) => {
  const { t } = useTranslation('student');
  const [on, setOn] = useState(false);
  const toggle = () =>
    torch.set(!on).then(
      () => setOn(!on),
      // The button keeps saying what the torch really does.
      () => undefined,
    );
  return (
    <Button size="large" icon={<BulbOutlined aria-hidden />} onClick={() => void toggle()}>
      {t(on ? 'scan.torchOff' : 'scan.torchOn')}
    </Button>
  );
};
