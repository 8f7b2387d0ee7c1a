import { tokens } from '@qr-attendance/ui-kit';
import Alert from 'antd/es/alert';
import { useTranslation } from 'react-i18next';
import { useGetLiveCodes } from '../api/get-live-codes.ts';
import { QrFrame } from '../code/qr-frame.tsx';
import { LivePicture } from './live-picture.tsx';
import { LiveWords } from './live-words.tsx';
import { useLiveCodes } from './use-live-codes.ts';

/** What the room looks at where the session shows a live code. `size`: of the QR, in CSS pixels. */
export const LivePanel = ({ sessionId, size }: { sessionId: string; size: number }) => {
  const { t } = useTranslation('teacher');
  const { shown, stopped } = useLiveCodes(useGetLiveCodes(sessionId));
  if (stopped) return <Alert type="info" showIcon title={t('code.stopped')} />;
  return (
    <div style={{ display: 'flex', flexDirection: 'column', alignItems: 'center', gap: tokens.margin }}>
      <QrFrame>
        <LivePicture code={shown?.code} size={size} />
      </QrFrame>
      <LiveWords words={shown?.words} label={t('liveCode.words')} />
      <p style={{ margin: 0, color: tokens.colorTextSecondary, textAlign: 'center' }}>
        {t('liveCode.explain')}
      </p>
    </div>
  );
};
