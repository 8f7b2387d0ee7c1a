import type { AnalyticsSummary } from '@qr-attendance/contracts';

type Counts = Pick<AnalyticsSummary, 'attendedSessions' | 'totalSessions'>;

/** Sessions I came to and missed; undefined before the first. Late counts as present: the student was there. */
export const presence = ({ attendedSessions, totalSessions }: Counts) =>
  totalSessions > 0
    ? { present: attendedSessions, absent: Math.max(0, totalSessions - attendedSessions) }
    : undefined;
