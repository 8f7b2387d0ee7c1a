import { z } from 'zod/mini';
import { daySchema, momentSchema, objectIdSchema } from '../common.ts';
import { routesOf } from '../route.ts';
import { calendarClassSchema, MAX_CALENDAR_DAYS } from './calendar-schemas.ts';

const { get, post, remove } = routesOf('session');

export const listCalendar = get('/api/calendar', {
  summary: 'List my classes of some days by time, including planned ones',
  access: 'signed-in',
  grants: 'reads',
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

/** 256 random bits in base64url, with the file extension that calendar apps expect. */
const feedTokenSchema = z.string().check(z.regex(/^[\w-]{43}\.ics$/, 'must be the name of a calendar'));

export const getCalendarFeed = get('/api/calendar/feed', {
  summary: 'Get whether my classes can be subscribed to in a calendar app',
  access: 'signed-in',
  grants: 'reads',
  answer: z.object({ createdAt: z.optional(momentSchema) }),
});
export const renewCalendarFeed = post('/api/calendar/feed', {
  summary: 'Create the secret address of my calendar; an earlier address stops working',
  access: 'signed-in',
  grants: 'outlivesSession',
  proof: 'fresh',
  tells: ['calendar_address_created'],
  answer: z.object({ path: z.string(), createdAt: momentSchema }),
});
export const revokeCalendarFeed = remove('/api/calendar/feed', {
  summary: 'Revoke the secret address of my calendar (idempotent)',
  access: 'signed-in',
  grants: 'changesOwn',
});
/** Returns the same 404 for revoked addresses, unknown addresses, and addresses of suspended people. */
export const readCalendarFeed = get('/api/calendar/feeds/:token', {
  summary: 'Get the classes of a secret calendar address as iCalendar',
  access: 'anyone',
  grants: 'reads',
  params: z.object({ token: feedTokenSchema }),
  contentType: 'text/calendar',
  answer: z.string(),
});
