import { z } from 'zod/mini';
import { daySchema, objectIdSchema } from '../common.ts';
import { defineRoute } from '../route.ts';
import { calendarClassSchema, MAX_CALENDAR_DAYS } from './calendar-schemas.ts';

const service = 'session' as const;

export const listCalendar = defineRoute({
  service,
  method: 'get',
  path: '/api/calendar',
  summary: 'List my classes of some days by time, including planned ones',
  access: 'signed-in',
  query: z.object({ from: daySchema, to: daySchema, courseId: z.optional(objectIdSchema) }).check(
    z.refine(
      ({ from, to }) => {
        const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
        return days >= 0 && days < MAX_CALENDAR_DAYS;
      },
      { path: ['to'], message: `must be within ${MAX_CALENDAR_DAYS} days from the first one` },
    ),
  ),
  answer: z.array(calendarClassSchema),
});
