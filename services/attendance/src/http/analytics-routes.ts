import { routes, type AnalyticsSummary, type AttendanceAnalyticsEntry } from '@qr-attendance/contracts';
import { implement, type Caller, type Implementation } from '@qr-attendance/service-kit';
import type { Period } from '../domain/period.ts';

interface Deps {
  summarise: (caller: Caller) => Promise<AnalyticsSummary>;
  chartAttendance: (caller: Caller, period: Period) => Promise<AttendanceAnalyticsEntry[]>;
}

export const makeAnalyticsRoutes = ({ summarise, chartAttendance }: Deps): Implementation[] => [
  implement(routes.attendance.getAnalyticsSummary, ({ caller }) => summarise(caller)),
  implement(routes.attendance.getAttendanceAnalytics, ({ caller, query }) =>
    chartAttendance(caller, query.period),
  ),
];
