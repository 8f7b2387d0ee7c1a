import { z } from 'zod/mini';
import { objectIdSchema, userIdSchema } from '../common.ts';
import { defineRoute } from '../route.ts';
import { refusedStudentSchema, refusedTriesSchema } from './refused-schemas.ts';
import { attendanceRecordSchema } from './schemas.ts';

const service = 'attendance' as const;
const body = z.object({ sessionId: objectIdSchema, studentId: userIdSchema });

/**
 * Only students who held a ticket of the session are listed by name. The list is kept no longer than details of
 * marks.
 */
export const listRefusedTries = defineRoute({
  service,
  method: 'get',
  path: '/api/attendance/refused',
  summary: 'Who tried to mark in one of my sessions and was refused, and why',
  access: 'teacher',
  query: z.object({ sessionId: objectIdSchema }),
  answer: refusedTriesSchema,
});
/** Only of somebody on that list. The mark is what it would have been at the last try. */
export const enrollAndMark = defineRoute({
  service,
  method: 'post',
  path: '/api/attendance/refused/enroll',
  summary: 'Enroll somebody who was refused for not being enrolled, and mark; a repeat changes nothing',
  access: 'teacher',
  body,
  answer: attendanceRecordSchema,
});
export const resetPinLock = defineRoute({
  service,
  method: 'post',
  path: '/api/attendance/refused/reset-lock',
  summary: 'End the lock after wrong PINs of somebody who was refused; a repeat changes nothing',
  access: 'teacher',
  body,
  answer: refusedStudentSchema,
});
/** Only while the session runs, and of the one device or passkey that the last try was made with. */
export const confirmProof = defineRoute({
  service,
  method: 'post',
  path: '/api/attendance/refused/confirm',
  summary: 'Let a new device or passkey of somebody in the room count at once; a repeat changes nothing',
  access: 'teacher',
  body,
  answer: refusedStudentSchema,
});
