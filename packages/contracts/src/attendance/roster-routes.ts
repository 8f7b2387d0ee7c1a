import { z } from 'zod/mini';
import { objectIdSchema, recordIdSchema, userIdSchema } from '../common.ts';
import { routesOf } from '../route.ts';
import { reasonSchema } from './review-schemas.ts';
import {
  clearDecisionsResultSchema,
  MAX_ROSTER_CHANGES,
  rosterCountsSchema,
  rosterSchema,
  setStatusesResultSchema,
} from './roster-schemas.ts';
import { attendanceStatusSchema } from './schemas.ts';

const { get, post } = routesOf('attendance');

/** One answer contains up to 2,000 entries. `after`: the `next` of the previous answer. */
export const getRoster = get('/api/attendance/roster', {
  summary: 'Get the roster of a session',
  access: 'teacher',
  grants: 'reads',
  query: z.object({ sessionId: objectIdSchema, after: z.optional(z.uuid()) }),
  answer: rosterSchema,
});
export const countRoster = get('/api/attendance/roster/counts', {
  summary: 'Count the students of a session and those who are marked',
  access: 'teacher',
  grants: 'reads',
  query: z.object({ sessionId: objectIdSchema }),
  answer: rosterCountsSchema,
});
/** The audit log records the change, its author and the optional reason. */
export const setStatuses = post('/api/attendance/statuses', {
  summary: 'Set the status of students on the roster of a session (idempotent)',
  access: 'teacher',
  grants: 'changesOwn',
  body: z.object({
    sessionId: objectIdSchema,
    status: attendanceStatusSchema,
    students: z
      .array(
        z.object({
          studentId: userIdSchema,
          /** The mark that the page showed; missing if the page showed no mark. */
          markId: z.optional(recordIdSchema),
          /** The version that the teacher saw. A mark with a newer version is not modified. */
          version: z.optional(z.int()),
        }),
      )
      .check(z.minLength(1), z.maxLength(MAX_ROSTER_CHANGES)),
    reason: z.optional(reasonSchema),
    /**
     * Chosen by the client: a repeated request with the same id changes nothing, even if the change was
     * undone in between.
     */
    pressId: z.optional(z.uuid()),
  }),
  answer: setStatusesResultSchema,
});
/**
 * A mark made by its student returns to its evaluated status; a mark that only the teacher set is withdrawn.
 */
export const clearDecisions = post('/api/attendance/statuses/clear', {
  summary: 'Clear my decisions on marks of a session, so that scans count again',
  access: 'teacher',
  grants: 'changesOwn',
  body: z.object({
    sessionId: objectIdSchema,
    marks: z
      .array(z.object({ markId: recordIdSchema, version: z.optional(z.int()) }))
      .check(z.minLength(1), z.maxLength(MAX_ROSTER_CHANGES)),
  }),
  answer: clearDecisionsResultSchema,
});
