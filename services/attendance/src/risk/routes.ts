import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { readFlagRates } from './flag-rates.ts';

/** Whether flags are fair: to a teacher of the own courses, to an administrator of all. */
export const riskRoutes = (context: Context): Implementation[] => [
  implement(routes.attendance.getFlagRates, ({ caller, query }) =>
    readFlagRates(context, caller.id, query.courseId),
  ),
  implement(routes.attendance.getAllFlagRates, () => context.readFlagRates({})),
];
