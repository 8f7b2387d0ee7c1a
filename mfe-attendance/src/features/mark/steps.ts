import type { RequiredChecks, StudentProfile } from '@qr-attendance/contracts';
import { missingProofs, proofs } from '@qr-attendance/web-kit';

export type Step = 'set-up' | 'location' | 'selfie' | 'mark';

export interface MarkNeeds {
  location: boolean;
  selfie: boolean;
  pin: boolean;
  passkey: boolean;
  missingPin: boolean;
  /** This device is not registered, or has no key. */
  missingDevice: boolean;
  missingPasskey: boolean;
  /** When this device's cool-down ends (ISO 8601); undefined without a cool-down. */
  deviceUsableFrom: string | undefined;
  /** When the cool-down of the first passkey ends; undefined if a passkey is usable. */
  passkeyUsableFrom: string | undefined;
  isPasskeyRequiredByTeacher: boolean;
}

interface Situation {
  locationRequired: boolean;
  requires: RequiredChecks;
  profile: StudentProfile;
  deviceId: string;
}

const checkOf = { pin: 'requirePin', device: 'requireDevice', passkey: 'requirePasskey' } as const;

export const needsOf = (
  { locationRequired, requires, profile, deviceId }: Situation,
  now = Date.now(),
): MarkNeeds => {
  const own = profile.securityPreferences;
  const pin = own.requirePin || requires.requirePin;
  const device = own.requireDeviceVerification || requires.requireDevice;
  const passkey = own.requireBiometric || requires.requirePasskey;
  const here = profile.registeredDevices.find((known) => known.deviceId === deviceId);
  const missing = missingProofs(
    profile,
    deviceId,
    proofs.filter((proof) => requires[checkOf[proof]]),
  );
  const isWaiting = ({ countsFrom }: { countsFrom: string }) => Date.parse(countsFrom) > now;
  const [passkeyUsableFrom] = profile.passkeys.every(isWaiting)
    ? profile.passkeys.map(({ countsFrom }) => countsFrom).toSorted()
    : [];
  const deviceFrom = device && here?.hasKey && isWaiting(here) ? here.countsFrom : undefined;
  return {
    location: locationRequired,
    selfie: own.requireSelfie || requires.requireSelfie,
    pin,
    passkey,
    missingPin: missing.includes('pin'),
    missingDevice: missing.includes('device'),
    missingPasskey: missing.includes('passkey'),
    deviceUsableFrom: deviceFrom,
    passkeyUsableFrom: passkey ? passkeyUsableFrom : undefined,
    isPasskeyRequiredByTeacher: requires.requirePasskey,
  };
};

const needsSetUp = ({
  missingPin,
  missingDevice,
  missingPasskey,
  deviceUsableFrom,
  passkeyUsableFrom,
}: MarkNeeds): boolean =>
  missingPin || missingDevice || missingPasskey || (deviceUsableFrom ?? passkeyUsableFrom) !== undefined;

/** The PIN belongs to the last step. Setting up comes first, because leaving this page loses the input. */
export const stepsOf = (needs: MarkNeeds): Step[] => [
  ...(needsSetUp(needs) ? ['set-up' as const] : []),
  ...(needs.location ? ['location' as const] : []),
  ...(needs.selfie ? ['selfie' as const] : []),
  'mark',
];

export type CompletedSteps = Record<'location' | 'selfie' | 'pin', boolean>;

export const currentStep = (steps: Step[], done: CompletedSteps): Step => {
  const isDone = (step: Step) => step in done && done[step as keyof CompletedSteps];
  return steps.find((step) => !isDone(step)) ?? 'mark';
};
