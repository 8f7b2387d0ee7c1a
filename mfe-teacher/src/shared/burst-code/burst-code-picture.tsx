import { Spinner } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { attendanceUrl } from '../code/attendance-url.ts';
import { QrPicture } from '../code/qr-picture.tsx';

interface Props {
  code: string | undefined;
  size: number | string;
}

export const BurstCodePicture = ({ code, size }: Props) => {
  const { t } = useTranslation('teacher');
  if (code !== undefined)
    return <QrPicture text={attendanceUrl(code)} size={size} label={t('code.qrLabel')} />;
  return (
    <div role="status" className="code-waiting" style={{ width: size }}>
      <Spinner />
      {t('burstCode.waiting')}
    </div>
  );
};
