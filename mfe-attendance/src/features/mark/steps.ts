import type { StudentProfile } from '@qr-attendance/contracts';

/** `set-up`: something that only the security page can provide is missing. */
export type Step = 'set-up' | 'location' | 'pin' | 'mark';

/** What stands between this student, on this device, and a mark in this session. */
export interface Needs {
  location: boolean;
  pin: boolean;
  /** Missing: a PIN was never set. */
  newPin: boolean;
  /** Missing: this device is not registered. */
  newDevice: boolean;
}

interface Situation {
  locationRequired: boolean;
  profile: StudentProfile;
  deviceId: string;
}

export const needsOf = ({ locationRequired, profile, deviceId }: Situation): Needs => {
  const { requirePin, requireDeviceVerification } = profile.securityPreferences;
  const registered = profile.registeredDevices.some((device) => device.deviceId === deviceId);
  return {
    location: locationRequired,
    pin: requirePin,
    newPin: requirePin && !profile.hasPin,
    newDevice: requireDeviceVerification && !registered,
  };
};

/** Only the steps that are needed. Setting up comes first: it leaves this page, and nothing done here survives that. */
export const stepsOf = (needs: Needs): Step[] => [
  ...(needs.newPin || needs.newDevice ? ['set-up' as const] : []),
  ...(needs.location ? ['location' as const] : []),
  ...(needs.pin ? ['pin' as const] : []),
  'mark',
];

/** The first step that is not done; marking itself is always the last. */
export const currentStep = (steps: Step[], done: { location: boolean; pin: boolean }): Step =>
  steps.find((step) => !((step === 'location' && done.location) || (step === 'pin' && done.pin))) ?? 'mark';
