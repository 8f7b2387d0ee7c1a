import type { Done } from './steps.ts';

/** What helps after a failure: the same again, also once the teacher has confirmed, a fresh scan, the security page, or enrolling. */
export type RecoveryAction = 'retry' | 'confirmation' | 'scan' | 'security' | 'enroll';

/** Refusals that another go at one step can fix, by the server's code. */
export const retryableStepOf: Record<string, keyof Done> = {
  wrong_pin: 'pin',
  pin_required: 'pin',
  pin_locked: 'pin',
  selfie_required: 'selfie',
  selfie_invalid: 'selfie',
  selfie_reused: 'selfie',
  selfie_consent_missing: 'selfie',
  outside_radius: 'location',
  location_required: 'location',
  location_inaccurate: 'location',
};
/** `not_answered` is this page's own. */
export const recoveryActionOf: Record<string, RecoveryAction> = {
  ticket_invalid: 'scan',
  ticket_not_yours: 'scan',
  ticket_other_browser: 'scan',
  not_answered: 'scan',
  pin_not_set: 'security',
  unknown_device: 'security',
  device_cooling_down: 'confirmation',
  passkey_cooling_down: 'confirmation',
  passkey_not_set: 'security',
  passkey_unsupported: 'security',
  not_enrolled: 'enroll',
};

/** Whether a refusal, by the server's code, says that the ticket is no longer good. */
export const needsNewScan = (code: string): boolean => recoveryActionOf[code] === 'scan';
