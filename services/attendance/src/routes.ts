import type { Implementation } from '@qr-attendance/server';
import { analyticsRoutes } from './analytics/routes.ts';
import type { Context } from './context.ts';
import { historyTreeRoutes } from './history-tree/routes.ts';
import { liveRoutes } from './live/routes.ts';
import { markingRoutes } from './marking/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { receiptRoutes } from './receipts/routes.ts';
import { refusedRoutes } from './refused/routes.ts';
import { riskRoutes } from './risk/routes.ts';
import { rosterRoutes } from './roster/routes.ts';
import { reviewRoutes } from './review/routes.ts';
import { studentRoutes } from './students/routes.ts';

/** What the routes of the contract do. */
export const makeRoutes = (context: Context): Implementation[] => [
  ...markingRoutes(context),
  ...liveRoutes(context),
  ...reviewRoutes(context),
  ...refusedRoutes(context),
  ...riskRoutes(context),
  ...rosterRoutes(context),
  ...reportRoutes(context),
  ...analyticsRoutes(context),
  ...studentRoutes(context),
  ...receiptRoutes(context),
  ...historyTreeRoutes(context),
];
