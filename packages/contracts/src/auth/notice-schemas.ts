import { z } from 'zod/mini';

/**
 * `dispute`: a student disputed a record; to the course's staff.
 * `session_ended`: a session without an end time ended automatically; to the course's staff.
 * `register_not_taken`: nothing shows that a class of the day before took place; to the course's staff.
 * `dispute_answered`: the teacher answered.
 * `status_changed`: a teacher set or corrected a status.
 * `class_canceled`: a class was canceled, or a canceled class was reopened.
 */
export const noticeKindSchema = z.enum([
  'dispute',
  'session_ended',
  'register_not_taken',
  'dispute_answered',
  'status_changed',
  'class_canceled',
]);
export type NoticeKind = z.infer<typeof noticeKindSchema>;

export const NOTICES_OF = {
  TEACHER: ['dispute', 'session_ended', 'register_not_taken'],
  STUDENT: ['status_changed', 'dispute_answered', 'class_canceled'],
  ADMIN: [],
} as const satisfies Record<string, readonly NoticeKind[]>;
