import { z } from 'zod/mini';
import { daySchema, idParams, objectIdSchema } from '../common.ts';
import { routesOf } from '../route.ts';
import { calendarFileAnswerSchema, calendarFileSchema } from './calendar-file-schemas.ts';
import { sessionSchema } from './schemas.ts';
import {
  newSeriesSchema,
  seriesEditSchema,
  seriesPreviewRequestSchema,
  seriesPreviewSchema,
  seriesSchema,
} from './series-schemas.ts';

const { get, post, put, remove } = routesOf('session');

export const previewSeries = post('/api/series/preview', {
  summary: 'Preview the classes of a series, its skipped dates and its conflicts',
  access: 'teacher',
  grants: 'reads',
  body: seriesPreviewRequestSchema,
  answer: seriesPreviewSchema,
});
/**
 * Returns 422 `not_a_calendar` or `calendar_too_large`, and 429 after 30 files in an hour. A file that takes too long
 * or too much memory counts as ten. The answer lists events that cannot be planned with the reason, and what to check
 * in the other events.
 */
export const readCalendarFile = post('/api/series/read-calendar', {
  summary: 'Describe the events of an iCalendar file as series to preview and plan; nothing is stored',
  access: 'teacher',
  grants: 'reads',
  body: calendarFileSchema,
  answer: calendarFileAnswerSchema,
});
/**
 * Returns 409 `series_duplicates` if the course has classes at the same times, unless confirmed; 409
 * `too_many_series` if it has 200 current or future series.
 */
export const createSeries = post('/api/series', {
  summary: 'Plan a series of classes',
  access: 'teacher',
  grants: 'changesOwn',
  body: newSeriesSchema,
  idempotent: true,
  status: 201,
  answer: seriesSchema,
});
export const listSeries = get('/api/series', {
  summary: 'List the series of a course',
  access: 'teacher',
  grants: 'reads',
  query: z.object({ courseId: objectIdSchema }),
  answer: z.array(seriesSchema),
});
/** Returns 409 `too_many_series` if the series has ended and the course has 200 other current or future series. */
export const editSeries = put('/api/series/:id', {
  summary:
    'Change a series from a day on, or all classes that have not started; individually changed fields stay',
  access: 'teacher',
  grants: 'changesOwn',
  params: idParams,
  body: seriesEditSchema,
  answer: seriesSchema,
});
export const endSeries = post('/api/series/:id/end', {
  summary: 'Cancel the classes of a series from a day on, today by default (idempotent)',
  access: 'teacher',
  grants: 'changesOwn',
  params: idParams,
  body: z.object({ from: z.optional(daySchema) }),
  answer: seriesSchema,
});
export const deleteSeries = remove('/api/series/:id', {
  summary: 'Delete a series of which no class has started',
  access: 'teacher',
  grants: 'destroys',
  proof: 'fresh',
  tells: ['series_deleted'],
  params: idParams,
});
/** Creates the session early, so that a single class of the series can be changed. */
export const createClassOfSeries = post('/api/series/:id/classes', {
  summary: 'Create one class of a series ahead of time (idempotent)',
  access: 'teacher',
  grants: 'changesOwn',
  params: idParams,
  body: z.object({ key: z.string().check(z.maxLength(20)) }),
  answer: sessionSchema,
});
/** Undoes individual changes of a class: time, room, online and cancellation. */
export const followSeries = post('/api/sessions/:id/follow-series', {
  summary: 'Put a moved or canceled class back to the time and room of its series (idempotent)',
  access: 'teacher',
  grants: 'changesOwn',
  params: idParams,
  answer: sessionSchema,
});
