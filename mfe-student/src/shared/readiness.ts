import type { StudentProfile } from '@qr-attendance/contracts';

/** What marking asks of a student that the security page must provide first. */
export interface Readiness {
  needsPin: boolean;
  needsDevice: boolean;
  ready: boolean;
}

/** Compares what the student's preferences ask for with what is set up on this device. */
export const readinessOf = (
  { securityPreferences, hasPin, registeredDevices }: StudentProfile,
  deviceId: string,
): Readiness => {
  const needsPin = securityPreferences.requirePin && !hasPin;
  const needsDevice =
    securityPreferences.requireDeviceVerification &&
    !registeredDevices.some((device) => device.deviceId === deviceId);
  return { needsPin, needsDevice, ready: !needsPin && !needsDevice };
};
