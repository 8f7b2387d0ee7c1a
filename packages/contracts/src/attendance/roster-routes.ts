import { z } from 'zod/mini';
import { objectIdSchema, userIdSchema } from '../common.ts';
import { defineRoute } from '../route.ts';
import { reasonSchema } from './review-schemas.ts';
import {
  MAX_ROSTER_CHANGES,
  rosterSchema,
  setStatusesResultSchema,
  undoStatusesResultSchema,
} from './roster-schemas.ts';
import { attendanceStatusSchema } from './schemas.ts';

const service = 'attendance' as const;
const some = z.array(z.uuid()).check(z.minLength(1), z.maxLength(MAX_ROSTER_CHANGES));

/** In one answer for a class of up to 2,000. `after`: the `next` of the answer before. */
export const getRoster = defineRoute({
  service,
  method: 'get',
  path: '/api/attendance/roster',
  summary: 'Everybody who is enrolled or has a mark in one of my sessions, with the mark',
  access: 'teacher',
  query: z.object({ sessionId: objectIdSchema, after: z.optional(z.uuid()) }),
  answer: rosterSchema,
});
/** A line of each mark's history says that it was set on the roster, by whom, and the reason where there is one. */
export const setStatuses = defineRoute({
  service,
  method: 'post',
  path: '/api/attendance/statuses',
  summary: 'Set the status of students on the roster of one of my sessions; a repeat changes nothing',
  access: 'teacher',
  body: z.object({
    sessionId: objectIdSchema,
    status: attendanceStatusSchema,
    students: z
      .array(
        z.object({
          studentId: userIdSchema,
          /** The mark that the page showed; without one, it showed none. */
          markId: z.optional(z.uuid()),
        }),
      )
      .check(z.minLength(1), z.maxLength(MAX_ROSTER_CHANGES)),
    reason: z.optional(reasonSchema),
  }),
  answer: setStatusesResultSchema,
});
/** Only by who set it, within a minute, while nothing else happened to the mark. */
export const undoStatuses = defineRoute({
  service,
  method: 'post',
  path: '/api/attendance/statuses/undo',
  summary: 'Undo what I just set on the roster of one of my sessions',
  access: 'teacher',
  body: z.object({ sessionId: objectIdSchema, markIds: some }),
  answer: undoStatusesResultSchema,
});
