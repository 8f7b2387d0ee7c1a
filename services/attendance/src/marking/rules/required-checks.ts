import type { RequiredChecks, SecurityPreferences, SessionPolicy } from '@qr-attendance/contracts';

/** What a student must show: whatever the session's policy or the student's own preferences ask for. */
export const requiredChecks = (policy: SessionPolicy, preferences: SecurityPreferences): RequiredChecks => ({
  requirePin: policy.requirePin || preferences.requirePin,
  requireDevice: policy.requireDevice || preferences.requireDeviceVerification,
  requireSelfie: policy.requireSelfie || preferences.requireSelfie,
  requirePasskey: policy.requirePasskey || preferences.requireBiometric,
});
