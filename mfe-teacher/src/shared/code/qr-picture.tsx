import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { qrPath } from './qr-path.ts';

interface Props {
  text: string;
  size: number | string;
  label: string;
}

export const QrPicture = ({ text, size, label }: Props) => {
  const symbol = useMemo(() => qrPath(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      data-qr={text}
      viewBox={`0 0 ${symbol.size} ${symbol.size}`}
      shapeRendering="crispEdges"
      className="picture"
      style={{ width: size }}
    >
      <rect width={symbol.size} height={symbol.size} fill="white" />
      <path d={symbol.path} fill="black" />
    </svg>
  );
};

/** Phone cameras open this URL; the scan page extracts the code from its path. */
export const attendanceUrl = (qrCode: string, origin = location.origin): string =>
  `${origin}/attendance/${encodeURIComponent(qrCode)}`;

export const CodePicture = ({ code, size }: { code: string; size: number | string }) => {
  const { t } = useTranslation('teacher');
  return <QrPicture text={attendanceUrl(code)} size={size} label={t('code.qrLabel')} />;
};
