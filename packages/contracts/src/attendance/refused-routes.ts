import { z } from 'zod/mini';
import { objectIdSchema, userIdSchema } from '../common.ts';
import { routesOf } from '../route.ts';
import { movedClassSchema, refusedStudentSchema, refusedTriesSchema } from './refused-schemas.ts';
import { attendanceRecordSchema } from './schemas.ts';

const { get, post } = routesOf('attendance');
const body = z.object({ sessionId: objectIdSchema, studentId: userIdSchema });

/**
 * Only students who held a ticket of the session are listed by name. Attempts are kept no longer than details
 * of marks.
 */
export const listRefusedTries = get('/api/attendance/refused', {
  summary: 'List rejected attempts to mark in a session, with the reasons',
  access: 'teacher',
  grants: 'reads',
  query: z.object({ sessionId: objectIdSchema }),
  answer: refusedTriesSchema,
});
/**
 * Allowed only for students in the list of rejected attempts. The mark gets the status of the last attempt.
 */
export const enrollAndMark = post('/api/attendance/refused/enroll', {
  summary: 'Enroll and mark a student who was rejected because they were not enrolled (idempotent)',
  access: 'teacher',
  grants: 'changesOwn',
  body,
  answer: attendanceRecordSchema,
});
export const resetPinLock = post('/api/attendance/refused/reset-lock', {
  summary: 'Unlock a student after wrong PINs (idempotent)',
  access: 'teacher',
  grants: 'changesOwn',
  body,
  answer: refusedStudentSchema,
});
/** Allowed only while the session is running, and only for the device or passkey used in the last attempt. */
export const confirmProof = post('/api/attendance/refused/confirm', {
  summary: 'Confirm the new device or passkey of a student in the room (idempotent)',
  access: 'teacher',
  grants: 'grantsPower',
  proof: 'fresh',
  tells: ['device_registered', 'passkey_added'],
  body,
  answer: refusedStudentSchema,
});
/** 409 `not_elsewhere` unless the list of rejected attempts contains `elsewhere`. */
export const moveClass = post('/api/attendance/refused/move-class', {
  summary: 'Move a running session to where most of its students are',
  access: 'teacher',
  grants: 'changesOwn',
  body: z.object({ sessionId: objectIdSchema }),
  answer: movedClassSchema,
});
