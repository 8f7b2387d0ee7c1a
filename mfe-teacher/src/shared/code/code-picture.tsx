import { QrPicture } from '@qr-attendance/ui-kit/qr';
import { useTranslation } from 'react-i18next';

/** Phone cameras open this URL; the scan page extracts the code from its path. */
export const attendanceUrl = (qrCode: string, origin = location.origin): string =>
  `${origin}/attendance/${encodeURIComponent(qrCode)}`;

export const CodePicture = ({ code, size }: { code: string; size: number | string }) => {
  const { t } = useTranslation('teacher');
  return <QrPicture text={attendanceUrl(code)} size={size} label={t('code.qrLabel')} />;
};
