import { z } from 'zod/mini';
import { pageQuerySchema, recordIdSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { routesOf } from '../route.ts';
import { passkeyRequestOptionsSchema } from '../webauthn.ts';
import { markExportQuerySchema, markFilterSchema } from './mark-filter.ts';
import {
  attendanceRecordSchema,
  attendanceSubmissionSchema,
  attendanceTotalsSchema,
  locationCheckSchema,
  phonePositionSchema,
  selfiePromptSchema,
} from './schemas.ts';

const { get, post } = routesOf('attendance');
const ticketSchema = z.string().check(z.minLength(1, 'is required'), z.maxLength(2000));

export const markAttendance = post('/api/attendance', {
  summary: 'Mark my attendance (idempotent)',
  access: 'student',
  grants: 'changesOwn',
  body: attendanceSubmissionSchema,
  status: 201,
  answer: attendanceRecordSchema,
});
export const checkLocation = post('/api/attendance/location-check', {
  summary: 'Check my distance to the classroom',
  access: 'student',
  grants: 'changesOwn',
  body: z.object({ ticket: ticketSchema, location: phonePositionSchema }),
  answer: locationCheckSchema,
});
/** The challenge is 32 random bytes, valid for 60 s and for one mark of the ticket's session. */
export const startPasskeyCheck = post('/api/attendance/passkey-challenge', {
  summary: 'Create a passkey challenge for a mark',
  access: 'student',
  grants: 'changesOwn',
  body: z.object({ ticket: ticketSchema }),
  answer: passkeyRequestOptionsSchema,
});

/**
 * Lists the newest class first, and the marks of a class by student. `order=arrival` lists the newest scans instead,
 * without further pages.
 */
export const listAttendance = get('/api/attendance', {
  summary: 'List the marks of my courses, or my own marks, newest first',
  access: 'signed-in',
  grants: 'reads',
  query: z.extend(pageQuerySchema, { ...markFilterSchema.shape, order: z.optional(z.enum(['arrival'])) }),
  answer: z.array(attendanceRecordSchema),
});
export const getAttendanceTotals = get('/api/attendance/totals', {
  summary: 'Count the filtered marks by status',
  access: 'signed-in',
  grants: 'reads',
  query: markFilterSchema,
  answer: attendanceTotalsSchema,
});
/** UTF-8 with a byte order mark; one row per mark, newest first. Columns: specification, section 9. */
export const exportAttendance = get('/api/attendance/export', {
  summary: 'Export the filtered marks as CSV',
  access: 'signed-in',
  grants: 'reads',
  query: markExportQuerySchema,
  answer: z.string(),
  contentType: 'text/csv',
});
/** Returns the same instruction for each scan of one session. */
export const getSelfiePrompt = post('/api/attendance/selfie-prompt', {
  summary: 'Get the instruction for the second picture of my selfie',
  access: 'student',
  grants: 'changesOwn',
  body: z.object({ ticket: ticketSchema }),
  answer: z.object({ prompt: openEnum(selfiePromptSchema) }),
});
export const getSelfie = get('/api/attendance/:id/selfie', {
  summary: 'Get the selfie of a mark during its retention time',
  access: 'teacher',
  grants: 'reads',
  params: z.object({ id: recordIdSchema }),
  /** `1` is the first picture; `2` is the picture taken after the prompt. */
  query: z.object({ picture: z.optional(z.enum(['1', '2'])) }),
  answer: z.string(),
  contentType: 'image/jpeg',
});
const { ticket, deviceKey, madeAt } = attendanceSubmissionSchema.shape;

/** 409 `presence_check_needs_proofs` if the client must send a complete mark with all proofs instead. */
export const answerPresenceCheck = post('/api/attendance/presence-check', {
  summary: 'Answer a presence check with the key that marked (idempotent)',
  access: 'student',
  grants: 'changesOwn',
  body: z.object({ ticket, deviceKey, madeAt }),
  answer: attendanceRecordSchema,
});
