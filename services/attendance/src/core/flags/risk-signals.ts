import type { FlagReason } from '@qr-attendance/contracts';

export interface Signal {
  weight: number;
  /**
   * An old phone, a weak network or an honest delay can cause this signal. Signals with this field are capped
   * at `MAX_CIRCUMSTANCE_SCORE` in total, so they alone never put a mark up for review.
   */
  circumstance?: true;
}

/** The only table of weights; a test compares it with docs/security/presence.md. */
export const SIGNALS: Record<FlagReason, Signal> = {
  device_shared: { weight: 5 },
  browser_shared: { weight: 5 },
  same_coordinates: { weight: 4 },
  impossible_jump: { weight: 4 },
  constant_offset: { weight: 4 },
  new_devices_together: { weight: 3 },
  without_selfie: { weight: 3 },
  selfie_near_duplicate: { weight: 3 },
  second_account: { weight: 3 },
  presence_check_missed: { weight: 3 },
  selfie_blank: { weight: 2 },
  new_device: { weight: 1 },
  new_passkey: { weight: 1 },
  unsigned: { weight: 2, circumstance: true },
  selfie_one_picture: { weight: 2, circumstance: true },
  zero_accuracy: { weight: 1, circumstance: true },
  delivered_late: { weight: 1, circumstance: true },
  words_entered: { weight: 1, circumstance: true },
  late_against_cohort: { weight: 1, circumstance: true },
  relayed_late: { weight: 1, circumstance: true },
  off_campus: { weight: 1, circumstance: true },
};

export const MAX_CIRCUMSTANCE_SCORE = 2;
/** Minimum score of signals found after the mark that puts it up for review. */
export const MIN_REVIEW_SCORE = 3;

const rows = Object.entries(SIGNALS).map(
  ([reason, { weight, circumstance = false }]) => `('${reason}', ${weight}, ${circumstance})`,
);
export const SIGNAL_ROWS = `(VALUES ${rows.join(', ')}) AS signal (reason, weight, circumstance)`;
export const RISK_SCORE = `(coalesce(sum(signal.weight) FILTER (WHERE NOT signal.circumstance), 0)
  + least(${MAX_CIRCUMSTANCE_SCORE}, coalesce(sum(signal.weight) FILTER (WHERE signal.circumstance), 0)))::int`;
