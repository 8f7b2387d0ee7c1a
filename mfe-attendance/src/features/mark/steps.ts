import type { StudentProfile } from '@qr-attendance/contracts';

/** `set-up`: something that only the security page can provide is missing. */
export type Step = 'set-up' | 'location' | 'selfie' | 'pin' | 'mark';

/** What stands between this student, on this device, and a mark in this session. */
export interface Needs {
  location: boolean;
  selfie: boolean;
  pin: boolean;
  /** Asked for by the browser itself, as part of marking. */
  passkey: boolean;
  /** Missing: a PIN was never set. */
  newPin: boolean;
  /** Missing: this device is not registered. */
  newDevice: boolean;
  /** Missing: there is no passkey to ask for. */
  newPasskey: boolean;
}

interface Situation {
  locationRequired: boolean;
  profile: StudentProfile;
  deviceId: string;
}

export const needsOf = ({ locationRequired, profile, deviceId }: Situation): Needs => {
  const { requirePin, requireBiometric, requireDeviceVerification, requireSelfie } =
    profile.securityPreferences;
  const registered = profile.registeredDevices.some((device) => device.deviceId === deviceId);
  return {
    location: locationRequired,
    selfie: requireSelfie,
    pin: requirePin,
    passkey: requireBiometric,
    newPin: requirePin && !profile.hasPin,
    newDevice: requireDeviceVerification && !registered,
    newPasskey: requireBiometric && profile.passkeys.length === 0,
  };
};

/** Only the steps that are needed. Setting up comes first: it leaves this page, and nothing done here survives that. */
export const stepsOf = (needs: Needs): Step[] => [
  ...(needs.newPin || needs.newDevice || needs.newPasskey ? ['set-up' as const] : []),
  ...(needs.location ? ['location' as const] : []),
  ...(needs.selfie ? ['selfie' as const] : []),
  ...(needs.pin ? ['pin' as const] : []),
  'mark',
];

/** The steps that a student does on this page before marking, and whether they are done. */
export type Done = Record<'location' | 'selfie' | 'pin', boolean>;

/** The first step that is not done; marking itself is always the last. */
export const currentStep = (steps: Step[], done: Done): Step => {
  const isDone = (step: Step) => step in done && done[step as keyof Done];
  return steps.find((step) => !isDone(step)) ?? 'mark';
};
