import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import { findMarkedClasses } from './marked-classes.ts';
import { countRoster, readRoster, type RosterDeps } from './read-roster.ts';
import { clearDecisions, markManually, setStatuses, type SetStatusesDeps } from './set-statuses.ts';

export const rosterRoutes = (context: RosterDeps & SetStatusesDeps): Implementation[] => [
  implement(routes.attendance.getRoster, ({ caller, query }) => readRoster(context, caller, query)),
  implement(routes.attendance.countRoster, ({ caller, query }) => countRoster(context, caller, query)),
  implement(routes.attendance.setStatuses, ({ caller, body }) => setStatuses(context, caller, body)),
  implement(routes.attendance.markManually, ({ caller, body }) => markManually(context, caller, body)),
  implement(routes.attendance.clearDecisions, ({ caller, body }) => clearDecisions(context, caller, body)),
  implement(routes.attendance.findMarkedClassesInternal, ({ body }) =>
    findMarkedClasses(context.pool, body.members),
  ),
];
