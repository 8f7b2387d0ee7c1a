import { formatNumber } from '@qr-attendance/web-kit';
import Card from 'antd/es/card';
import Skeleton from 'antd/es/skeleton';
import themes from 'antd/es/theme';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  value: ReactNode;
  suffix?: string;
  loading?: boolean;
}

/** One number of a dashboard. Keeps its height while loading. */
export const StatCard = ({ title, value, suffix, loading = false }: Props) => {
  const { token } = themes.useToken();
  return (
    <Card style={{ height: '100%' }} styles={{ body: { padding: token.padding } }}>
      <div style={{ color: token.colorTextSecondary, fontSize: token.fontSizeSM + 1 }}>{title}</div>
      <div
        style={{
          fontSize: 28,
          lineHeight: '40px',
          minHeight: 40,
          fontWeight: 650,
          fontVariantNumeric: 'tabular-nums',
          letterSpacing: '-0.01em',
        }}
      >
        {loading ? (
          <Skeleton.Button active size="small" />
        ) : (
          <>
            {typeof value === 'number' ? formatNumber(value) : value}
            {suffix && <span style={{ fontSize: 18, fontWeight: 500 }}>{suffix}</span>}
          </>
        )}
      </div>
    </Card>
  );
};
