import { z } from 'zod/mini';
import { openStatusSchema } from '../attendance/schemas.ts';
import { momentSchema, objectIdSchema, givenRecordIdSchema, userIdSchema } from '../common.ts';
import { defineTopic } from './event.ts';

export const attendanceMarkedSchema = z.object({
  id: givenRecordIdSchema,
  sessionId: objectIdSchema,
  courseId: objectIdSchema,
  studentId: userIdSchema,
  status: openStatusSchema,
  markedAt: momentSchema,
  deviceId: z.optional(z.string()),
  version: z.int(),
});
export type AttendanceMarked = z.infer<typeof attendanceMarkedSchema>;
export const attendanceMarked = defineTopic('attendance.marked', 'fact', attendanceMarkedSchema);

/** A mark that a teacher changed: its whole new state, under a higher version of the same id. */
export const attendanceCorrected = defineTopic('attendance.corrected', 'fact', attendanceMarkedSchema);
