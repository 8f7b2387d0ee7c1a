import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { setStatuses, undoStatuses } from './set-statuses.ts';

/** What a teacher does on the roster of a session. */
export const rosterRoutes = (context: Context): Implementation[] => [
  implement(routes.attendance.setStatuses, ({ caller, body }) => setStatuses(context, caller.id, body)),
  implement(routes.attendance.undoStatuses, ({ caller, body }) => undoStatuses(context, caller.id, body)),
];
