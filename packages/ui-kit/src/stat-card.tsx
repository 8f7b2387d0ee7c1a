import { formatNumber } from '@qr-attendance/web-kit';
import Card from 'antd/es/card';
import Skeleton from 'antd/es/skeleton';
import type { ReactNode } from 'react';
import { tokens } from './tokens/tokens.ts';

interface Props {
  title: string;
  value: ReactNode;
  suffix?: string;
  loading?: boolean;
}

export const StatCard = ({ title, value, suffix, loading = false }: Props) => {
  return (
    <Card style={{ height: '100%' }} styles={{ body: { padding: tokens.padding } }}>
      <div style={{ color: tokens.colorTextSecondary, fontSize: tokens.fontSizeSM + 1 }}>{title}</div>
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
