import type { RefusedReason } from '@qr-attendance/contracts';

const CODES: Partial<Record<RefusedReason, string[]>> = {
  not_enrolled: ['not_enrolled', 'too_many_guests', 'too_many_unproven_guests'],
  wrong_pin: ['wrong_pin'],
  pin_missing: ['pin_required'],
  pin_locked: ['pin_locked'],
  no_pin: ['pin_not_set'],
  no_device: ['unknown_device', 'device_signature_missing'],
  device_waiting: ['device_cooling_down'],
  passkey_waiting: ['passkey_cooling_down'],
  device_used: ['device_already_used', 'ticket_other_browser'],
  too_far: ['outside_radius'],
  no_location: ['location_required', 'location_inaccurate', 'too_many_places'],
  wrong_network: ['outside_network'],
  scan_expired: ['ticket_invalid'],
  no_selfie: ['selfie_required', 'selfie_invalid', 'selfie_reused', 'selfie_consent_missing'],
  no_passkey: ['passkey_not_set', 'passkey_required', 'passkey_failed'],
  session_over: ['session_ended'],
};
const REASONS = new Map(
  Object.entries(CODES).flatMap(([reason, codes]) => codes.map((code) => [code, reason as RefusedReason])),
);

export const reasonOf = (code: string): RefusedReason => REASONS.get(code) ?? 'other';
