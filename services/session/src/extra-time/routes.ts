import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { getExtraTime, setExtraTime } from './extra-time.ts';

/** More time for students who need it. */
export const extraTimeRoutes = (context: Context): Implementation[] => [
  implement(routes.session.getExtraTime, ({ caller, params }) =>
    getExtraTime(context, caller, params.courseId, params.studentId),
  ),
  implement(routes.session.setExtraTime, ({ caller, params, body }) =>
    setExtraTime(context, caller, { ...params, ...body }),
  ),
];
