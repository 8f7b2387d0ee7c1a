import { z } from 'zod/mini';
import { objectIdSchema } from '../common.ts';
import { routesOf } from '../route.ts';

const { get } = routesOf('attendance');

/**
 * Server-sent events: `event: mark` with an attendance record for each new or changed mark of the session;
 * `event: withdrawn` with the id of a mark that no longer exists; `event: changed` when the session changed,
 * which may concern every mark. With `only=changes`, each mark is an `event: changed` without its record.
 */
export const streamAttendance = get('/api/attendance/live', {
  summary: 'Stream the marks of a session',
  access: 'teacher',
  grants: 'reads',
  query: z.object({ sessionId: objectIdSchema, only: z.optional(z.literal('changes')) }),
  answer: z.string(),
  contentType: 'text/event-stream',
});
