import type { SecurityPreferences } from '@qr-attendance/contracts';

export const isWeaker = (before: SecurityPreferences, wanted: SecurityPreferences): boolean =>
  (before.requirePin && !wanted.requirePin) ||
  (before.requireBiometric && !wanted.requireBiometric) ||
  (before.requireDeviceVerification && !wanted.requireDeviceVerification) ||
  (before.requireSelfie && !wanted.requireSelfie);
