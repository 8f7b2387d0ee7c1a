import { z } from 'zod/mini';
import { momentSchema, textSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';

/**
 * A flag asks the teacher to review a mark; each can have an honest cause.
 * `device_shared`: another student used, or tried to use, the device in this session.
 * `same_coordinates`: several students sent exactly the same position.
 * `impossible_jump`: nobody can travel that fast from the room of the previous mark.
 * `zero_accuracy`: the phone reports a position without error or without accuracy.
 * `without_selfie`: a selfie was required, and the student asked for a check by the teacher instead.
 * `unsigned`: the scan or the mark has no signature of the browser, so another person may have sent it.
 * `delivered_late`: the mark arrived too late, but the phone's clock says it was made in time.
 * `browser_shared`: another student's mark in this session came from the same browser, and this one is
 * unsigned.
 * `new_device`: the student never used the device before, and had another one.
 * `new_passkey`: the student never used the passkey before, and had another one; not raised for a new device.
 * `new_devices_together`: many marks of this session were made with new devices at about the same time.
 * `late_against_cohort`: much later than the other marks of this session.
 * `relayed_late`: the burst code arrived later than phone and network explain.
 * `constant_offset`: in several sessions, the same students marked with the same delay after the others.
 * `off_campus`: made outside the campus networks.
 * `selfie_near_duplicate`: the picture is almost identical to one that the student or somebody in this
 * session sent.
 * `selfie_blank`: a picture shows almost nothing.
 * `selfie_one_picture`: the second picture, after the prompt, is missing.
 * `second_account`: an account with the same name and USN enrolled in a course before this one.
 * `words_entered`: the student entered the words beside a burst code, which can be read out over any
 * distance.
 * `presence_check_missed`: the student did not answer the presence check.
 */
export const flagReasonSchema = z.enum([
  'device_shared',
  'same_coordinates',
  'impossible_jump',
  'zero_accuracy',
  'without_selfie',
  'unsigned',
  'delivered_late',
  'browser_shared',
  'new_device',
  'new_devices_together',
  'new_passkey',
  'late_against_cohort',
  'relayed_late',
  'constant_offset',
  'off_campus',
  'selfie_near_duplicate',
  'selfie_blank',
  'selfie_one_picture',
  'second_account',
  'words_entered',
  'presence_check_missed',
]);
export type FlagReason = z.infer<typeof flagReasonSchema>;
export const flagSchema = z.object({ reason: openEnum(flagReasonSchema), at: momentSchema });
export type Flag = z.infer<typeof flagSchema>;

export const flaggedAttemptSchema = z.object({
  student: z.object({ _id: z.uuid(), name: z.string(), email: z.string() }),
  flags: z.array(flagSchema),
});
export type FlaggedAttempt = z.infer<typeof flaggedAttemptSchema>;

export const disputeSchema = z.object({
  note: z.string(),
  at: momentSchema,
  answer: z.optional(z.string()),
  answeredAt: z.optional(momentSchema),
});
export type Dispute = z.infer<typeof disputeSchema>;

export const reasonSchema = textSchema(500);
