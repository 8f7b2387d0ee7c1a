import * as analytics from './attendance/analytics-routes.ts';
import * as attendanceAudit from './attendance/audit-routes.ts';
import * as changes from './attendance/changes-routes.ts';
import * as historyTree from './attendance/history-tree-routes.ts';
import * as receipts from './attendance/receipt-routes.ts';
import * as refused from './attendance/refused-routes.ts';
import * as report from './attendance/report-routes.ts';
import * as review from './attendance/review-routes.ts';
import * as risk from './attendance/risk-routes.ts';
import * as roster from './attendance/roster-routes.ts';
import * as marks from './attendance/routes.ts';
import * as presenceCheck from './attendance/presence-check-routes.ts';
import * as attendanceSettings from './attendance/settings-routes.ts';
import * as students from './attendance/students-routes.ts';
import * as account from './auth/account-routes.ts';
import * as admin from './auth/admin-routes.ts';
import * as accountAudit from './auth/audit-routes.ts';
import * as check from './auth/check-routes.ts';
import * as email from './auth/email-routes.ts';
import * as authInternal from './auth/internal-routes.ts';
import * as notices from './auth/notice-routes.ts';
import * as passkeys from './auth/passkey-routes.ts';
import * as registration from './auth/registration-routes.ts';
import * as signIn from './auth/routes.ts';
import * as security from './auth/security-routes.ts';
import * as accountSettings from './auth/settings-routes.ts';
import * as courseAudit from './course/audit-routes.ts';
import * as enrollment from './course/enrollment-routes.ts';
import * as imports from './course/import-routes.ts';
import * as course from './course/routes.ts';
import * as courseRoster from './course/roster-routes.ts';
import * as sections from './course/section-routes.ts';
import * as courseSettings from './course/settings-routes.ts';
import * as staff from './course/staff-routes.ts';
import * as terms from './course/term-routes.ts';
import * as units from './course/unit-routes.ts';
import * as unitStaff from './course/unit-staff-routes.ts';
import { deadLetterRoutes } from './dead-letters.ts';
import * as telemetry from './telemetry/routes.ts';
import type { RouteContract } from './route.ts';
import * as session from './session/all-routes.ts';

/** Every route of every service, by owner: `routes.auth.login`; `telemetry` belongs to the gateway. */
export * as routes from './routes-by-owner.ts';

export const allRoutes: RouteContract[] = [
  {
    ...signIn,
    ...registration,
    ...account,
    ...passkeys,
    ...email,
    ...notices,
    ...check,
    ...security,
    ...admin,
    ...accountAudit,
    ...accountSettings,
    ...authInternal,
  },
  {
    ...course,
    ...courseAudit,
    ...courseSettings,
    ...enrollment,
    ...imports,
    ...courseRoster,
    ...sections,
    ...staff,
    ...terms,
    ...units,
    ...unitStaff,
  },
  session,
  {
    ...marks,
    ...report,
    ...analytics,
    ...attendanceAudit,
    ...attendanceSettings,
    ...changes,
    ...review,
    ...historyTree,
    ...receipts,
    ...refused,
    ...risk,
    ...roster,
    ...presenceCheck,
    ...students,
  },
  telemetry,
  ...Object.values(deadLetterRoutes),
].flatMap((owned) => Object.values(owned) as RouteContract[]);
