import type { RefusedReason } from '@qr-attendance/contracts';

const REASONS: Record<string, RefusedReason> = {
  not_enrolled: 'not_enrolled',
  wrong_pin: 'wrong_pin',
  pin_required: 'wrong_pin',
  pin_locked: 'pin_locked',
  pin_not_set: 'no_pin',
  unknown_device: 'no_device',
  device_signature_missing: 'no_device',
  device_cooling_down: 'device_waiting',
  passkey_cooling_down: 'passkey_waiting',
  device_already_used: 'device_used',
  outside_radius: 'too_far',
  location_required: 'no_location',
  location_inaccurate: 'no_location',
  too_many_places: 'no_location',
  outside_network: 'wrong_network',
  ticket_invalid: 'scan_expired',
  ticket_other_browser: 'device_used',
  selfie_required: 'no_selfie',
  selfie_invalid: 'no_selfie',
  selfie_reused: 'no_selfie',
  selfie_consent_missing: 'no_selfie',
  passkey_not_set: 'no_passkey',
  passkey_required: 'no_passkey',
  passkey_failed: 'no_passkey',
  session_ended: 'session_over',
};

export const reasonOf = (code: string): RefusedReason =>
  Object.hasOwn(REASONS, code) ? (REASONS[code] ?? 'other') : 'other';
