import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import { analyticsRoutes } from './features/analytics/analytics.ts';
import { auditRoutes } from './features/audit/audit-log.ts';
import { changesRoutes } from './features/changes-for-student/changes.ts';
import type { Context } from './context.ts';
import { historyTreeRoutes } from './features/history-tree/routes.ts';
import { liveRoutes } from './features/live/live-roster.ts';
import { markingRoutes } from './features/marking/routes.ts';
import { privacyRoutes } from './features/privacy/personal-data.ts';
import { receiptRoutes } from './features/receipts/routes.ts';
import { recordRefusal } from './features/refused/refused-tries.ts';
import { refusedRoutes } from './features/refused/routes.ts';
import { reportRoutes } from './features/reports/routes.ts';
import { reviewRoutes } from './features/review/routes.ts';
import { flagRatesRoutes } from './features/risk/flag-rates.ts';
import { rosterRoutes } from './features/roster/routes.ts';
import { studentRoutes } from './features/students/routes.ts';

export const createRoutes = (context: Context): Implementation[] => [
  // Must precede `/api/attendance/:id`.
  implement(routes.attendance.getAttendanceSettings, async () => context.settings),
  ...markingRoutes(context, (...refusal) => recordRefusal(context, ...refusal)),
  ...liveRoutes(context),
  ...reviewRoutes(context),
  ...auditRoutes(context),
  ...changesRoutes(context),
  ...refusedRoutes(context),
  ...flagRatesRoutes(context),
  ...rosterRoutes(context),
  ...reportRoutes(context),
  ...analyticsRoutes(context),
  ...studentRoutes(context),
  ...receiptRoutes(context),
  ...historyTreeRoutes(context),
  ...privacyRoutes(context),
];
