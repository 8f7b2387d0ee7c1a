import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import { auditRoutes } from './features/audit/routes.ts';
import type { Context } from './context.ts';
import { courseRoutes } from './features/courses/routes.ts';
import { enrollmentRoutes } from './features/enrollment/routes.ts';
import { importRoutes } from './features/imports/routes.ts';
import { statedRoutes } from './features/stated/routes.ts';
import { staffRoutes } from './features/staff/routes.ts';
import { exportPersonalData } from './features/privacy/export-personal-data.ts';
import { termRoutes } from './features/terms/routes.ts';
import { unitRoutes } from './features/units/routes.ts';
import { unitStaffRoutes } from './features/unit-staff/routes.ts';

export const createRoutes = (context: Context): Implementation[] => [
  // Must precede `/api/courses/:id`, which would match this path.
  implement(routes.course.getMyCourseData, ({ caller }) => exportPersonalData(context, caller)),
  implement(routes.course.getCourseSettings, async () => context.settings),
  ...auditRoutes(context),
  ...statedRoutes(context),
  ...courseRoutes(context),
  ...enrollmentRoutes(context),
  ...importRoutes(context),
  ...staffRoutes(context),
  ...termRoutes(context),
  ...unitRoutes(context),
  ...unitStaffRoutes(context),
];
