import { z } from 'zod/mini';
import { momentSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { classRoomNameSchema } from '../session/schemas.ts';
import { studentInfoSchema } from './schemas.ts';

/** The reason of a student's last rejected attempt to mark. */
export const refusedReasonSchema = z.enum([
  'not_enrolled',
  'wrong_pin',
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
  /** PINs of the student are currently rejected, including correct ones. */
  locked: z.boolean(),
  /** The attempt used a device or passkey that is too new, which the teacher can confirm. */
  canConfirm: z.optional(z.boolean()),
  lockResetAt: z.optional(momentSchema),
});
export type RefusedStudent = z.infer<typeof refusedStudentSchema>;

/** Maximum count of attempts without the student’s ticket, so that strangers cannot fill the page or the disk. */
export const MAX_OTHER_TRIES = 100;
/** Per session and student, because it slows down guessing of PINs. */
export const MAX_LOCK_RESETS = 3;

/** Most of a class is together at a place outside the fence. */
export const classElsewhereSchema = z.object({
  students: z.int(),
  /** All members who tried to mark. */
  tried: z.int(),
  /** About so far from the class's location. */
  meters: z.int(),
});
export type ClassElsewhere = z.infer<typeof classElsewhereSchema>;

export const movedClassSchema = z.object({
  students: z.int(),
  /** The room at the place of the students, if one is known there. */
  room: z.optional(classRoomNameSchema),
});
export type MovedClass = z.infer<typeof movedClassSchema>;

export const refusedTriesSchema = z.object({
  /** Enrolled students first, each group by the latest attempt. */
  students: z.array(refusedStudentSchema),
  /** Attempts with the scan of another person; `MAX_OTHER_TRIES` means as many or more. */
  others: z.int(),
  /** Only while the session runs. */
  elsewhere: z.optional(classElsewhereSchema),
});
export type RefusedTries = z.infer<typeof refusedTriesSchema>;
