import { z } from 'zod/mini';
import { momentSchema, textSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';

/**
 * Why a mark wants a teacher's eye. It is no refusal: each can have an honest cause.
 * `device_shared`: another student tried to use, or used, the same device in this session.
 * `same_coordinates`: several students sent the same position to the last digit.
 * `impossible_jump`: nobody gets here so fast from the room of the last mark.
 * `zero_accuracy`: the phone claims to know its place without any error, or tells none.
 * `without_selfie`: a selfie was required, and the student chose to be looked at by the teacher instead.
 * `unsigned`: the scan or the mark was not signed by the browser's key, so that either may have been handed on.
 * `delivered_late`: it reached the server after its time, and was made in time by the phone's own account.
 * `browser_shared`: another student's mark in this session came from the same browser, and this one is not signed.
 * `new_device`: made with a device that the student never used before, though there was another one.
 * `new_passkey`: the student had used another passkey before, and never this one; not raised for a new device.
 * `new_devices_together`: many marks of this session were made with new devices at about the same time.
 * `late_against_cohort`: far later than the others of this session.
 * `relayed_late`: its burst code arrived later than those of the others, by more than phone and network explain.
 * `constant_offset`: several students marked as long after the others as each other, session after session.
 * `off_campus`: made from outside the networks of the campus.
 * `selfie_near_duplicate`: a picture is nearly one that the student or somebody in this session has sent.
 * `selfie_blank`: a picture shows next to nothing.
 * `selfie_one_picture`: the second picture, after the prompt, is missing.
 * `second_account`: another account with the same name and USN enrolled in a course before this one did.
 * `words_entered`: the scan was the words beside a burst code, which can be read out over any distance.
 * `presence_check_missed`: the class was asked once more, and this student did not answer.
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

/** A student who has no mark in a session, and was refused in a way the teacher should know of. */
export const flaggedAttemptSchema = z.object({
  student: z.object({ _id: z.uuid(), name: z.string(), email: z.string() }),
  flags: z.array(flagSchema),
});
export type FlaggedAttempt = z.infer<typeof flaggedAttemptSchema>;

/** A student's objection to a mark, and the teacher's answer. */
export const disputeSchema = z.object({
  note: z.string(),
  at: momentSchema,
  answer: z.optional(z.string()),
  answeredAt: z.optional(momentSchema),
});
export type Dispute = z.infer<typeof disputeSchema>;

export const reasonSchema = textSchema(500);

/**
 * The kinds of audit entries. From `session_canceled` on, five follow from the session: it was canceled, reopened or
 * moved to another day, its start or late limit changed, or an absence was withdrawn because the session had not
 * ended after all. `voided`: an absence of somebody who never belonged to the course. `presence_check_missed`,
 * `presence_check_answered`: late because a presence check was missed, and no longer late because its answer arrived
 * after all.
 */
export const auditActionSchema = z.enum([
  'marked',
  'marked_by_hand',
  'absent_at_end',
  'accepted',
  'corrected',
  'refused',
  'disputed',
  'dispute_answered',
  'session_canceled',
  'session_reopened',
  'session_moved',
  'judged_again',
  'withdrawn',
  'set_on_roster',
  'undone',
  'voided',
  'presence_check_missed',
  'presence_check_answered',
]);
export type AuditAction = z.infer<typeof auditActionSchema>;
