import { formatNumber } from '@qr-attendance/web-kit';
import type { ReactNode } from 'react';
import { Card } from './card/card.tsx';
import { LoadingState } from './states.tsx';
import './stat-card.css';

interface Stat {
  title: string;
  /** Undefined while loading. */
  value: ReactNode;
  suffix?: string;
}

export const StatCards = ({ stats }: { stats: Stat[] }) => (
  <div className="card-grid card-grid-numbers">
    {stats.map(({ title, value, suffix }) => (
      <Card key={title} compact>
        <div className="stat-card-title">{title}</div>
        <div className="stat-card-value">
          {value === undefined ? (
            <LoadingState rows={0} />
          ) : (
            <>
              {typeof value === 'number' ? formatNumber(value) : value}
              {suffix && <small>{suffix}</small>}
            </>
          )}
        </div>
      </Card>
    ))}
  </div>
);
