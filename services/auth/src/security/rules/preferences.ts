import type { SecurityPreferences } from '@qr-attendance/contracts';

/** Whether anything that was required no longer would be. */
export const asksForLess = (before: SecurityPreferences, wanted: SecurityPreferences): boolean =>
  (before.requirePin && !wanted.requirePin) ||
  (before.requireBiometric && !wanted.requireBiometric) ||
  (before.requireDeviceVerification && !wanted.requireDeviceVerification) ||
  (before.requireSelfie && !wanted.requireSelfie);
