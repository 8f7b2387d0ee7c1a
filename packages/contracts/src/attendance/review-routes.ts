import { z } from 'zod/mini';
import { momentSchema, objectIdSchema, recordIdSchema, userIdSchema } from '../common.ts';
import { routesOf } from '../route.ts';
import { auditEntrySchema, MAX_HISTORY } from './mark-audit-schemas.ts';
import { flaggedAttemptSchema, reasonSchema } from './review-schemas.ts';
import { attendanceRecordSchema, attendanceStatusSchema } from './schemas.ts';

const { get, post } = routesOf('attendance');
const markParams = z.object({ id: recordIdSchema });
/** The version that the teacher saw. The server returns 409 if the mark has changed since. */
const displayedVersion = { version: z.optional(z.int()) };
/** The audit log of the mark records each decision. */
export const reviewMark = post('/api/attendance/:id/review', {
  summary: 'Accept, correct or reject a mark in one of my courses',
  access: 'teacher',
  grants: 'changesOwn',
  params: markParams,
  body: z.discriminatedUnion('decision', [
    z.object({ decision: z.literal('accept'), ...displayedVersion }),
    z.object({
      decision: z.literal('correct'),
      status: attendanceStatusSchema,
      reason: reasonSchema,
      ...displayedVersion,
    }),
    z.object({ decision: z.literal('refuse'), reason: reasonSchema, ...displayedVersion }),
  ]),
  answer: attendanceRecordSchema,
});
/** Marks a present student who cannot scan, for example because of an empty battery. */
export const markManually = post('/api/attendance/by-hand', {
  summary: 'Mark an enrolled student manually',
  access: 'teacher',
  grants: 'changesOwn',
  body: z.object({
    sessionId: objectIdSchema,
    studentId: userIdSchema,
    status: attendanceStatusSchema,
    reason: reasonSchema,
  }),
  answer: attendanceRecordSchema,
});
export const listFlaggedAttempts = get('/api/attendance/attempts', {
  summary: 'List flagged attempts of students without a mark in a session',
  access: 'teacher',
  grants: 'reads',
  query: z.object({ sessionId: objectIdSchema }),
  answer: z.array(flaggedAttemptSchema),
});
export const getMarkHistory = get('/api/attendance/:id/history', {
  summary: `Get the audit log of a mark, oldest entry first; the newest ${MAX_HISTORY} entries`,
  access: 'signed-in',
  grants: 'reads',
  params: markParams,
  answer: z.array(auditEntrySchema),
});
export const disputeMark = post('/api/attendance/:id/dispute', {
  summary: 'Dispute my mark; only once until the teacher answers',
  access: 'student',
  grants: 'changesOwn',
  params: markParams,
  body: z.object({ note: reasonSchema }),
  answer: attendanceRecordSchema,
});
export const answerDispute = post('/api/attendance/:id/dispute/answer', {
  summary: "Answer a student's dispute; a correction is a separate call",
  access: 'teacher',
  grants: 'changesOwn',
  params: markParams,
  body: z.object({
    answer: reasonSchema,
    /** `at` of the dispute that the teacher saw. The server returns 409 if the student has replaced it. */
    disputedAt: z.optional(momentSchema),
  }),
  answer: attendanceRecordSchema,
});
