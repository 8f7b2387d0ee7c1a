import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import { chartAttendance, summarize, type Summarizing } from './summarize.ts';

export const analyticsRoutes = (context: Summarizing): Implementation[] => [
  implement(routes.attendance.getAnalyticsSummary, ({ caller }) => summarize(context, caller)),
  implement(routes.attendance.getAttendanceAnalytics, ({ caller, query }) =>
    chartAttendance(context, caller, query.period),
  ),
];
