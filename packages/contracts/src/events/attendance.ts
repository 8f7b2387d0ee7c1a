import { z } from 'zod/mini';
import { openStatusSchema } from '../attendance/schemas.ts';
import { noticeKindSchema } from '../auth/notice-schemas.ts';
import { givenRecordIdSchema, momentSchema, objectIdSchema, userIdSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { defineTopic } from './event.ts';

export const attendanceMarkedSchema = z.object({
  id: givenRecordIdSchema,
  sessionId: objectIdSchema,
  courseId: objectIdSchema,
  studentId: userIdSchema,
  status: openStatusSchema,
  markedAt: momentSchema,
  deviceId: z.optional(z.string()),
  /** True if the student scanned, which proves that the class took place. */
  scanned: z.optional(z.boolean()),
  /**
   * The time of a teacher's decision other than EXCUSED. It proves that the class took place if it is after
   * the start of the class.
   */
  decidedAt: z.optional(momentSchema),
  version: z.int(),
});
export type AttendanceMarked = z.infer<typeof attendanceMarkedSchema>;
export const attendanceMarked = defineTopic('attendance.marked', 'fact', attendanceMarkedSchema);

/** The complete new state of a mark that a teacher changed, with the same id and a higher version. */
export const attendanceCorrected = defineTopic('attendance.corrected', 'fact', attendanceMarkedSchema);

export const noticesDueSchema = z.object({
  id: z.uuid(),
  kind: openEnum(noticeKindSchema),
  at: momentSchema,
  session: z.object({
    id: objectIdSchema,
    courseName: z.string(),
    courseCode: z.string(),
    startTime: momentSchema,
    canceled: z.boolean(),
  }),
  notices: z.array(
    z.object({
      receiverId: userIdSchema,
      /** The student whose record the notice is about. */
      studentId: z.optional(userIdSchema),
      /** Null if there is no record. */
      from: z.optional(z.nullable(openStatusSchema)),
      to: z.optional(z.nullable(openStatusSchema)),
    }),
  ),
  version: z.int(),
});
export type NoticesDue = z.infer<typeof noticesDueSchema>;
export const noticesDue = defineTopic('attendance.notices-due', 'fact', noticesDueSchema);
