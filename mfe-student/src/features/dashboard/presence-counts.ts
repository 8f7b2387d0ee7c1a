import type { AnalyticsSummary } from '@qr-attendance/contracts';

type Counts = Pick<AnalyticsSummary, 'attendedSessions' | 'totalSessions'>;

export const presenceCounts = ({ attendedSessions, totalSessions }: Counts) =>
  totalSessions > 0
    ? { present: attendedSessions, absent: Math.max(0, totalSessions - attendedSessions) }
    : undefined;
