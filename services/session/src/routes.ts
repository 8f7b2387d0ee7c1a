import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import type { Context } from './context.ts';
import { extraTimeRoutes } from './extra-time/routes.ts';
import { institutionRoutes } from './institution/routes.ts';
import { exportPersonalData } from './privacy/export-personal-data.ts';
import { scanningRoutes } from './scanning/routes.ts';
import { secondLookRoutes } from './second-look/routes.ts';
import { sessionRoutes } from './sessions/routes.ts';

/** What the routes of the contract do. */
export const makeRoutes = (context: Context): Implementation[] => [
  // Before the sessions: what comes first takes a path, and `/api/sessions/:id` would take this one.
  implement(routes.session.getMySessionData, ({ caller }) => exportPersonalData(context, caller)),
  ...institutionRoutes(context),
  ...scanningRoutes(context),
  ...extraTimeRoutes(context),
  ...secondLookRoutes(context),
  ...sessionRoutes(context),
];
