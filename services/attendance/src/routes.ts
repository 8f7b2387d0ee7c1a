import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import { analyticsRoutes } from './analytics/routes.ts';
import type { Context } from './context.ts';
import { historyTreeRoutes } from './history-tree/routes.ts';
import { liveRoutes } from './live/routes.ts';
import { markingRoutes } from './marking/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { publishKeys } from './receipts/receipt-keys.ts';
import { checkReceipt, issueReceipt } from './receipts/receipts.ts';
import { refusedRoutes } from './refused/routes.ts';
import { readFlagRates } from './risk/flag-rates.ts';
import { readRoster } from './roster/read-roster.ts';
import { clearDecisions, setStatuses } from './roster/set-statuses.ts';
import { reviewRoutes } from './review/routes.ts';
import { studentRoutes } from './students/routes.ts';

/** What the routes of the contract do. */
export const makeRoutes = (context: Context): Implementation[] => [
  ...markingRoutes(context),
  ...liveRoutes(context),
  ...reviewRoutes(context),
  ...refusedRoutes(context),
  implement(routes.attendance.getFlagRates, ({ caller, query }) =>
    readFlagRates(context, caller.id, query.courseId),
  ),
  implement(routes.attendance.getAllFlagRates, () => context.readFlagRates({})),
  implement(routes.attendance.getRoster, ({ caller, query }) => readRoster(context, caller.id, query)),
  implement(routes.attendance.setStatuses, ({ caller, body }) => setStatuses(context, caller.id, body)),
  implement(routes.attendance.clearDecisions, ({ caller, body }) => clearDecisions(context, caller.id, body)),
  ...reportRoutes(context),
  ...analyticsRoutes(context),
  ...studentRoutes(context),
  implement(routes.attendance.getReceipt, async ({ caller, params }) => ({
    receipt: await issueReceipt(context, caller.id, params.id),
  })),
  implement(routes.attendance.listReceiptKeys, () => publishKeys(context.receiptKeys)),
  implement(routes.attendance.checkReceipt, ({ body }) => checkReceipt(context, body.receipt)),
  ...historyTreeRoutes(context),
];
