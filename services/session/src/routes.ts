import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import { auditRoutes } from './features/audit/routes.ts';
import type { Context } from './context.ts';
import { dayOverviewRoutes } from './features/day-overview/routes.ts';
import { getExtraTime, setExtraTime } from './features/extra-time/manage-extra-time.ts';
import { decideFloor } from './features/institution/decide-floor.ts';
import { exportPersonalData } from './features/privacy/export-personal-data.ts';
import { roomRoutes } from './features/rooms/routes.ts';
import { scanningRoutes } from './features/scanning/routes.ts';
import { askPresenceCheck, showPresenceCheck } from './features/presence-checks/presence-check.ts';
import { calendarRoutes } from './features/calendar/routes.ts';
import { seriesRoutes } from './features/series/routes.ts';
import { sessionRoutes } from './features/sessions/routes.ts';

export const createRoutes = (context: Context): Implementation[] => [
  // Must precede `/api/sessions/:id`, which would match this path.
  implement(routes.session.getMySessionData, ({ caller }) => exportPersonalData(context, caller)),
  ...auditRoutes(context),
  ...dayOverviewRoutes(context),
  implement(routes.session.getClassSettings, async () => context.settings),
  implement(routes.session.getInstitutionPolicy, () => context.institution.read()),
  implement(routes.session.setInstitutionPolicy, ({ caller, body }) =>
    decideFloor(context, caller.id, body.floor),
  ),
  ...roomRoutes(context),
  ...seriesRoutes(context),
  ...calendarRoutes(context),
  ...scanningRoutes(context),
  implement(routes.session.getExtraTime, ({ caller, params }) =>
    getExtraTime(context, caller, params.courseId, params.studentId),
  ),
  implement(routes.session.setExtraTime, ({ caller, params, body }) =>
    setExtraTime(context, caller, { ...params, ...body }),
  ),
  implement(routes.session.askPresenceCheck, ({ caller, params }) =>
    askPresenceCheck(context, caller, params.id),
  ),
  implement(routes.session.showPresenceCheck, ({ caller, params }) =>
    showPresenceCheck(context, caller, params.id),
  ),
  ...sessionRoutes(context),
];
