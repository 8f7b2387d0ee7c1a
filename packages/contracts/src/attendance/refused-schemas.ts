import { z } from 'zod/mini';
import { momentSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { classRoomNameSchema } from '../session/schemas.ts';
import { studentInfoSchema } from './schemas.ts';

export const refusedReasonSchema = z.enum([
  'not_enrolled',
  'wrong_pin',
  'pin_missing',
  'pin_locked',
  'no_pin',
  'no_device',
  'device_waiting',
  'passkey_waiting',
  'device_used',
  'too_far',
  'no_location',
  'wrong_network',
  'scan_expired',
  'no_selfie',
  'no_passkey',
  'session_over',
  'other',
]);
export type RefusedReason = z.infer<typeof refusedReasonSchema>;

export const refusedStudentSchema = z.object({
  student: studentInfoSchema,
  reason: openEnum(refusedReasonSchema),
  at: momentSchema,
  tries: z.int(),
  enrolled: z.boolean(),
  /** The server currently rejects all PINs of the student, including correct ones. */
  locked: z.boolean(),
  /** The attempt used a device or passkey that is too new, which the teacher can confirm. */
  canConfirm: z.optional(z.boolean()),
  lockResetAt: z.optional(momentSchema),
});
export type RefusedStudent = z.infer<typeof refusedStudentSchema>;

/**
 * Maximum number of attempts without the student's ticket that are stored, so that strangers cannot fill the
 * page or the disk.
 */
export const MAX_OTHER_TRIES = 100;
/** The limit per session and student, because each reset allows further guesses of the PIN. */
export const MAX_LOCK_RESETS = 3;

/** Most of a class tried to mark at the same location outside the fence. */
export const classElsewhereSchema = z.object({
  students: z.int(),
  tried: z.int(),
  meters: z.int(),
});
export type ClassElsewhere = z.infer<typeof classElsewhereSchema>;

export const movedClassSchema = z.object({
  students: z.int(),
  room: z.optional(classRoomNameSchema),
});
export type MovedClass = z.infer<typeof movedClassSchema>;

export const refusedTriesSchema = z.object({
  /** Enrolled students first, then others; both sorted by the latest attempt. */
  students: z.array(refusedStudentSchema),
  /** The number of attempts with another person's scan; `MAX_OTHER_TRIES` means that many or more. */
  others: z.int(),
  elsewhere: z.optional(classElsewhereSchema),
});
export type RefusedTries = z.infer<typeof refusedTriesSchema>;
