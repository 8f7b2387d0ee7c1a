import type { StudentProfile } from '@qr-attendance/contracts';

export const proofs = ['pin', 'device', 'passkey'] as const;
export type Proof = (typeof proofs)[number];

/**
 * Proofs that are not set up on this device, although the student's preferences or `required` demand them.
 */
export const missingProofs = (
  { securityPreferences: own, hasPin, registeredDevices, passkeys }: StudentProfile,
  deviceId: string,
  required: readonly Proof[] = [],
): Proof[] => {
  const preferred: Record<Proof, boolean> = {
    pin: own.requirePin,
    device: own.requireDeviceVerification,
    passkey: own.requireBiometric,
  };
  const isSetUp: Record<Proof, boolean> = {
    pin: hasPin,
    device: registeredDevices.some((device) => device.deviceId === deviceId && device.hasKey),
    passkey: passkeys.length > 0,
  };
  return proofs.filter((proof) => !isSetUp[proof] && (preferred[proof] || required.includes(proof)));
};
