import { Notice } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { attendanceUrl } from './attendance-url.ts';
import { CodeCountdown } from './code-countdown.tsx';
import { IntervalSelect } from './interval-select.tsx';
import { QrFrame } from './qr-frame.tsx';
import { QrPicture } from './qr-picture.tsx';
import { TypedCode } from './typed-code.tsx';
import type { RotatingCode } from './use-rotating-code.ts';

interface Props {
  code: RotatingCode;
  size: number;
}

export const CodePanel = ({ code, size }: Props) => {
  const { t } = useTranslation('teacher');
  if (code.stopped) return <Notice type="info" title={t('code.stopped')} />;
  return (
    <div className="code-panel">
      <QrFrame>
        <QrPicture text={attendanceUrl(code.qrCode)} size={size} label={t('code.qrLabel')} />
      </QrFrame>
      <TypedCode code={code.qrCode} label={t('code.typeHint')} />
      <CodeCountdown seconds={code.secondsLeft} total={code.refreshInterval} />
      <IntervalSelect value={code.refreshInterval} onChange={code.changeInterval} />
    </div>
  );
};
