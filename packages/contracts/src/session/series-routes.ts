import { z } from 'zod/mini';
import { daySchema, objectIdSchema } from '../common.ts';
import { defineRoute } from '../route.ts';
import { calendarFileAnswerSchema, calendarFileSchema } from './calendar-file-schemas.ts';
import { sessionSchema } from './schemas.ts';
import {
  newSeriesSchema,
  seriesEditSchema,
  seriesPreviewRequestSchema,
  seriesPreviewSchema,
  seriesSchema,
} from './series-schemas.ts';

const service = 'session' as const;
const idParams = z.object({ id: objectIdSchema });

export const previewSeries = defineRoute({
  service,
  method: 'post',
  path: '/api/series/preview',
  summary: 'Preview the classes of a series, its skipped dates and its conflicts',
  access: 'teacher',
  body: seriesPreviewRequestSchema,
  answer: seriesPreviewSchema,
});
/** 422 `not_a_calendar`, `calendar_too_large`; 429 after 30 files in an hour. Events that cannot be planned are named with the reason. */
export const readCalendarFile = defineRoute({
  service,
  method: 'post',
  path: '/api/series/read-calendar',
  summary: 'Describe the events of an iCalendar file as series to preview and plan; nothing is stored',
  access: 'teacher',
  body: calendarFileSchema,
  answer: calendarFileAnswerSchema,
});
/** 409 `series_duplicates` if the course has classes at the same times, unless confirmed. */
export const createSeries = defineRoute({
  service,
  method: 'post',
  path: '/api/series',
  summary: 'Plan a series of classes',
  access: 'teacher',
  body: newSeriesSchema,
  idempotent: true,
  status: 201,
  answer: seriesSchema,
});
export const listSeries = defineRoute({
  service,
  method: 'get',
  path: '/api/series',
  summary: 'List the series of a course',
  access: 'teacher',
  query: z.object({ courseId: objectIdSchema }),
  answer: z.array(seriesSchema),
});
export const editSeries = defineRoute({
  service,
  method: 'put',
  path: '/api/series/:id',
  summary:
    'Change a series from a day on, or all classes that have not started; individually changed fields stay',
  access: 'teacher',
  params: idParams,
  body: seriesEditSchema,
  answer: seriesSchema,
});
export const endSeries = defineRoute({
  service,
  method: 'post',
  path: '/api/series/:id/end',
  summary: 'Cancel the classes of a series from a day on, today by default (idempotent)',
  access: 'teacher',
  params: idParams,
  body: z.object({ from: z.optional(daySchema) }),
  answer: seriesSchema,
});
export const deleteSeries = defineRoute({
  service,
  method: 'delete',
  path: '/api/series/:id',
  summary: 'Delete a series of which no class has started',
  access: 'teacher',
  params: idParams,
  status: 204,
  answer: z.undefined(),
});
/** For a change of a single class that is not created yet. */
export const createClassOfSeries = defineRoute({
  service,
  method: 'post',
  path: '/api/series/:id/classes',
  summary: 'Create one class of a series ahead of time (idempotent)',
  access: 'teacher',
  params: idParams,
  body: z.object({ key: z.string().check(z.maxLength(20)) }),
  answer: sessionSchema,
});
/** Undoes individual changes of a class: time, room, online and cancellation. */
export const followSeries = defineRoute({
  service,
  method: 'post',
  path: '/api/sessions/:id/follow-series',
  summary: 'Put a moved or canceled class back to the time and room of its series (idempotent)',
  access: 'teacher',
  params: idParams,
  answer: sessionSchema,
});
