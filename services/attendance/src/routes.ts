import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import { analyticsRoutes } from './analytics/analytics.ts';
import { auditRoutes } from './audit/audit-log.ts';
import { changesRoutes } from './changes-for-student/changes.ts';
import type { Context } from './context.ts';
import { historyTreeRoutes } from './history-tree/routes.ts';
import { liveRoutes } from './live/live-roster.ts';
import { markingRoutes } from './marking/routes.ts';
import { privacyRoutes } from './privacy/personal-data.ts';
import { receiptRoutes } from './receipts/receipts.ts';
import { recordRefusal } from './refused/refused-tries.ts';
import { refusedRoutes } from './refused/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { reviewRoutes } from './review/routes.ts';
import { flagRatesRoutes } from './risk/flag-rates.ts';
import { rosterRoutes } from './roster/routes.ts';
import { studentRoutes } from './students/routes.ts';

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
