import type { Implementation } from '@qr-attendance/server';
import { analyticsRoutes } from './analytics/routes.ts';
import { changesRoutes } from './changes/routes.ts';
import type { Context } from './context.ts';
import { historyTreeRoutes } from './history-tree/routes.ts';
import { liveRoutes } from './live/routes.ts';
import { readOrigin } from './marking/origin.ts';
import { redeemMark } from './marking/ticket.ts';
import { markingRoutes } from './marking/routes.ts';
import { judgeNetwork } from './marking/rules/judge-origin.ts';
import { presenceCheckRoutes, type RedeemScan } from './presence-checks/routes.ts';
import { privacyRoutes } from './privacy/routes.ts';
import { receiptRoutes } from './receipts/routes.ts';
import { recordRefusal, recordingRefusals } from './refused/record-refusal.ts';
import { refusedRoutes } from './refused/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { reviewRoutes } from './review/routes.ts';
import { riskRoutes } from './risk/routes.ts';
import { rosterRoutes } from './roster/routes.ts';
import { studentRoutes } from './students/routes.ts';

/** A presence check is answered by a scan, which is read like that of a mark. */
const redeemScan =
  (context: Context): RedeemScan =>
  (request, studentId, submission) => {
    const origin = readOrigin(request, submission.deviceKey);
    const { ticket } = redeemMark(context, studentId, submission, origin);
    return {
      sessionId: ticket.sessionId,
      presenceCheckAt: ticket.presenceCheckAt,
      deviceKey: origin.device?.thumbprint,
      isBound: ticket.cnf !== undefined && origin.device !== undefined,
      judgeNetwork: (networks) => judgeNetwork(networks, origin.address),
    };
  };

export const createRoutes = (context: Context): Implementation[] => [
  ...markingRoutes(context, {
    recordRefusal: (...refusal) => recordRefusal(context, ...refusal),
    recordingRefusals: (...attempt) => recordingRefusals(context, ...attempt),
  }),
  ...presenceCheckRoutes(context, redeemScan(context)),
  ...liveRoutes(context),
  ...reviewRoutes(context),
  ...changesRoutes(context),
  ...refusedRoutes(context),
  ...riskRoutes(context),
  ...rosterRoutes(context),
  ...reportRoutes(context),
  ...analyticsRoutes(context),
  ...studentRoutes(context),
  ...receiptRoutes(context),
  ...historyTreeRoutes(context),
  ...privacyRoutes(context),
];
