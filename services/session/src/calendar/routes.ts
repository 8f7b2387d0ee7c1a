import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { listCalendar } from './list-classes.ts';

export const calendarRoutes = (context: Context): Implementation[] => [
  implement(routes.session.listCalendar, ({ caller, query }) => listCalendar(context, caller, query)),
];
