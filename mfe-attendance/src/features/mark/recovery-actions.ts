import type { CompletedSteps } from './steps.ts';

export type RecoveryAction = 'retry' | 'confirmation' | 'scan' | 'security' | 'enroll';

export const retryableStepOf: Record<string, keyof CompletedSteps> = {
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
/** `not_answered` comes from this page, the other codes from the server. */
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

export const needsNewScan = (code: string): boolean => recoveryActionOf[code] === 'scan';
