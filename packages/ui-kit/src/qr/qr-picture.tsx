import { useMemo } from 'react';
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
