import { z } from 'zod/mini';
import { momentSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { studentInfoSchema } from './schemas.ts';

/** Why a student's last try to mark was refused, as the teacher is told. */
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

/** A student who scanned the session's code, tried to mark and is not marked. */
export const refusedStudentSchema = z.object({
  student: studentInfoSchema,
  reason: openEnum(refusedReasonSchema),
  at: momentSchema,
  tries: z.int(),
  /** Whether the student is enrolled in the course by now. */
  enrolled: z.boolean(),
  /** Whether PINs of the student are refused at present, right ones too. */
  locked: z.boolean(),
  /** The try was made with a device or passkey that is too new, which the teacher can confirm. */
  canConfirm: z.optional(z.boolean()),
  /** When a teacher last ended such a lock in this session. */
  lockResetAt: z.optional(momentSchema),
});
export type RefusedStudent = z.infer<typeof refusedStudentSchema>;

/** Tries without a ticket of one's own are counted up to here, so that strangers can't fill the page or the disk. */
export const MAX_OTHER_TRIES = 100;
/** A teacher can end a student's lock this often per session, which slows down guessing of PINs. */
export const MAX_LOCK_RESETS = 3;

export const refusedTriesSchema = z.object({
  /** Students who are enrolled first, then those with another course; of each the last tries first. */
  students: z.array(refusedStudentSchema),
  /** Tries by others, with somebody else's scan; `MAX_OTHER_TRIES` means as many or more. */
  others: z.int(),
});
export type RefusedTries = z.infer<typeof refusedTriesSchema>;
