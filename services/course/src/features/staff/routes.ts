import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import type { Context } from '../../context.ts';
import { addStaff, changeStaff, handOver, removeStaff } from './manage-staff.ts';
import { listStaff } from './read-staff.ts';

export const staffRoutes = (context: Context): Implementation[] => [
  implement(routes.course.listStaff, ({ caller, params }) => listStaff(context, caller, params.id)),
  implement(routes.course.addStaff, ({ caller, params, body }) => addStaff(context, caller, params.id, body)),
  implement(routes.course.changeStaff, ({ caller, params, body }) =>
    changeStaff(context, caller, params, body),
  ),
  implement(routes.course.removeStaff, ({ caller, params }) => removeStaff(context, caller, params)),
  implement(routes.course.handOverCourse, ({ caller, params }) => handOver(context, caller, params)),
];
