import { z } from 'zod/mini';
import { daySchema, objectIdSchema, pageQuerySchema } from '../common.ts';
import { routesOf } from '../route.ts';
import { dayOverviewSchema, dayStateSchema, unitSessionSchema } from './day-overview-schemas.ts';

const { get } = routesOf('session');

export const getDayOverview = get('/api/sessions/day-overview', {
  summary: "Count today's sessions by state and unit, in the units that the caller may read",
  access: 'staff',
  grants: 'reads',
  answer: dayOverviewSchema,
});
export const listUnitSessions = get('/api/sessions/of-units', {
  summary: "List a day's sessions by time, today's by default, in the units that the caller may read",
  access: 'staff',
  grants: 'reads',
  query: z.extend(pageQuerySchema, {
    day: z.optional(daySchema),
    /** With all units below. */
    unitId: z.optional(objectIdSchema),
    /** `moved`: in any state, at another time or place than its series says. */
    state: z.optional(z.enum([...dayStateSchema.options, 'moved'])),
  }),
  answer: z.array(unitSessionSchema),
});
export const listRegistersNotTaken = get('/api/sessions/registers-not-taken', {
  summary:
    'List past sessions without any sign that they took place, newest first, in the units that the caller may read',
  access: 'staff',
  grants: 'reads',
  query: z.extend(pageQuerySchema, { unitId: z.optional(objectIdSchema) }),
  answer: z.array(unitSessionSchema),
});
