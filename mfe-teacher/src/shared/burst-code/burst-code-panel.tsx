import { tokens } from '@qr-attendance/ui-kit';
import Alert from 'antd/es/alert';
import { useTranslation } from 'react-i18next';
import { useGetBurstCodes } from '../api/sessions.ts';
import { QrFrame } from '../code/qr-frame.tsx';
import { BurstCodePicture } from './burst-code-picture.tsx';
import { BurstWords } from './burst-words.tsx';
import { useBurstCodes } from './use-burst-codes.ts';

/** `size` is the width of the QR code in CSS pixels. */
export const BurstCodePanel = ({ sessionId, size }: { sessionId: string; size: number }) => {
  const { t } = useTranslation('teacher');
  const { shown, stopped } = useBurstCodes(useGetBurstCodes(sessionId));
  if (stopped) return <Alert type="info" showIcon title={t('code.stopped')} />;
  return (
    <div style={{ display: 'flex', flexDirection: 'column', alignItems: 'center', gap: tokens.margin }}>
      <QrFrame>
        <BurstCodePicture code={shown?.code} size={size} />
      </QrFrame>
      <BurstWords words={shown?.words} label={t('burstCode.words')} />
      <p style={{ margin: 0, color: tokens.colorTextSecondary, textAlign: 'center' }}>
        {t('burstCode.explain')}
      </p>
    </div>
  );
};
