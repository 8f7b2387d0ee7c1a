import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import { auditRoutes } from './audit/routes.ts';
import type { Context } from './context.ts';
import { courseRoutes } from './courses/routes.ts';
import { enrollmentRoutes } from './enrollment/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { staffRoutes } from './staff/routes.ts';
import { exportPersonalData } from './privacy/export-personal-data.ts';
import { termRoutes } from './terms/routes.ts';
import { unitRoutes } from './units/routes.ts';
import { unitStaffRoutes } from './unit-staff/routes.ts';

export const createRoutes = (context: Context): Implementation[] => [
  // Must precede `/api/courses/:id`, which would match this path.
  implement(routes.course.getMyCourseData, ({ caller }) => exportPersonalData(context, caller)),
  implement(routes.course.getCourseSettings, async () => context.settings),
  ...auditRoutes(context),
  ...courseRoutes(context),
  ...enrollmentRoutes(context),
  ...importRoutes(context),
  ...staffRoutes(context),
  ...termRoutes(context),
  ...unitRoutes(context),
  ...unitStaffRoutes(context),
];
