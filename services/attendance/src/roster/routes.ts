import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import { readRoster, type ReadingRoster } from './read-roster.ts';
import { clearDecisions, setStatuses, type SettingStatuses } from './set-statuses.ts';

/** The roster of a session, and setting statuses on it. */
export const rosterRoutes = (context: Omit<ReadingRoster, 'records'> & SettingStatuses): Implementation[] => [
  implement(routes.attendance.getRoster, ({ caller, query }) =>
    readRoster({ ...context, records: context.attendance.records }, caller.id, query),
  ),
  implement(routes.attendance.setStatuses, ({ caller, body }) => setStatuses(context, caller.id, body)),
  implement(routes.attendance.clearDecisions, ({ caller, body }) => clearDecisions(context, caller.id, body)),
];
