import { Notice } from '@qr-attendance/ui-kit';
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
  if (stopped) return <Notice type="info" title={t('code.stopped')} />;
  return (
    <div className="code-panel">
      <QrFrame>
        <BurstCodePicture code={shown?.code} size={size} />
      </QrFrame>
      <BurstWords words={shown?.words} label={t('burstCode.words')} />
      <p className="flush muted center">{t('burstCode.explain')}</p>
    </div>
  );
};
