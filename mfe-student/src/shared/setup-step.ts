import type { StudentProfile } from '@qr-attendance/contracts';

export type SetupStep = 'pin' | 'device';

/** What a student must still set up before marking can succeed, the first thing first; undefined when all is there. */
export const setupStepOf = (
  { securityPreferences, hasPin, registeredDevices }: StudentProfile,
  deviceId: string,
): SetupStep | undefined => {
  if (securityPreferences.requirePin && !hasPin) return 'pin';
  const registered = registeredDevices.some((device) => device.deviceId === deviceId);
  if (securityPreferences.requireDeviceVerification && !registered) return 'device';
  return undefined;
};
