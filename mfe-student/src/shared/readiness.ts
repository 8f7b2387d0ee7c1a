import type { StudentProfile } from '@qr-attendance/contracts';

/** What the security page can provide, in the order in which a student is led through it. */
export type Need = 'pin' | 'device' | 'passkey';

/** What marking asks of a student by his or her preferences and is not yet set up on this device. */
export const needsOf = (
  { securityPreferences, hasPin, registeredDevices, passkeys }: StudentProfile,
  deviceId: string,
): Need[] => {
  const { requirePin, requireDeviceVerification, requireBiometric } = securityPreferences;
  const missing: Record<Need, boolean> = {
    pin: requirePin && !hasPin,
    device: requireDeviceVerification && !registeredDevices.some((device) => device.deviceId === deviceId),
    passkey: requireBiometric && passkeys.length === 0,
  };
  return (['pin', 'device', 'passkey'] as const).filter((need) => missing[need]);
};
