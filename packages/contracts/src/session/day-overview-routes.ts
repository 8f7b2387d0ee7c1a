import { defineRoute } from '../route.ts';
import { dayOverviewSchema } from './day-overview-schemas.ts';

export const getDayOverview = defineRoute({
  service: 'session',
  method: 'get',
  path: '/api/sessions/day-overview',
  summary: "Count today's sessions by state and unit, in the units that the caller may read",
  access: 'staff',
  answer: dayOverviewSchema,
});
