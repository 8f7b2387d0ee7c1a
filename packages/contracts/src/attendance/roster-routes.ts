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

/** One answer contains a class of up to 2,000. `after`: the `next` of the previous answer. */
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
/** The audit log records the change, its author and the reason, if there is one. */
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
          /** The mark that the page showed; missing if it showed none. */
          markId: z.optional(recordIdSchema),
          /** The version that the teacher saw. A mark that has changed since is not modified. */
          version: z.optional(z.int()),
        }),
      )
      .check(z.minLength(1), z.maxLength(MAX_ROSTER_CHANGES)),
    reason: z.optional(reasonSchema),
    /** Chosen by the client: a repeat with the same id changes nothing, even if it arrives after the press was undone. */
    pressId: z.optional(z.uuid()),
  }),
  answer: setStatusesResultSchema,
});
/** A mark made by its student gets its evaluated status again; one that only the teacher set is withdrawn. */
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
