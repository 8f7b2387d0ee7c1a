import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import { auditRoutes } from './features/audit/routes.ts';
import type { Context } from './context.ts';
import { codeRoutes } from './features/codes/routes.ts';
import { dayOverviewRoutes } from './features/day-overview/routes.ts';
import { extraTimeRoutes } from './features/extra-time/manage-extra-time.ts';
import { institutionRoutes } from './features/institution/routes.ts';
import { exportPersonalData } from './features/privacy/export-personal-data.ts';
import { roomRoutes } from './features/rooms/routes.ts';
import { scanningRoutes } from './features/scanning/routes.ts';
import { presenceCheckRoutes } from './features/presence-checks/presence-check.ts';
import { calendarRoutes } from './features/calendar/routes.ts';
import { seriesRoutes } from './features/series/routes.ts';
import { sessionRoutes } from './features/sessions/routes.ts';

export const createRoutes = (context: Context): Implementation[] => [
  // Must precede `/api/sessions/:id`, which would match this path.
  implement(routes.session.getMySessionData, ({ caller }) => exportPersonalData(context, caller)),
  // Express tries routes in this order, and a whole hall scans at once.
  ...scanningRoutes(context),
  ...auditRoutes(context),
  ...dayOverviewRoutes(context),
  implement(routes.session.getClassSettings, async () => context.settings),
  ...institutionRoutes(context),
  ...roomRoutes(context),
  ...seriesRoutes(context),
  ...calendarRoutes(context),
  ...extraTimeRoutes(context),
  ...presenceCheckRoutes(context),
  ...codeRoutes(context),
  ...sessionRoutes(context),
];
