import type { RequiredChecks, StudentProfile } from '@qr-attendance/contracts';

/** `set-up`: something is missing that this page cannot provide. */
export type Step = 'set-up' | 'location' | 'selfie' | 'mark';

/** What stands between this student, on this device, and a mark in this session. */
export interface Needs {
  location: boolean;
  selfie: boolean;
  pin: boolean;
  /** Asked for by the browser itself, as part of marking. */
  passkey: boolean;
  /** Missing: a PIN was never set. */
  newPin: boolean;
  /** Missing: this device is not registered, or without a key. */
  newDevice: boolean;
  /** Missing: there is no passkey to ask for. */
  newPasskey: boolean;
  /** This device counts only from then on (ISO 8601); undefined where it counts, or need not. */
  coolingUntil: string | undefined;
  /** Likewise the first of the passkeys, where none counts yet. */
  passkeyFrom: string | undefined;
  /** The session itself asks for a passkey: no preference of the student's switches that off. */
  passkeyByTeacher: boolean;
}

interface Situation {
  locationRequired: boolean;
  /** What the session asks for. */
  requires: RequiredChecks;
  profile: StudentProfile;
  deviceId: string;
}

/** The student's preferences or the session's policy, whichever is stricter. */
export const requirementsOf = (
  { locationRequired, requires, profile, deviceId }: Situation,
  now = Date.now(),
): Needs => {
  const own = profile.securityPreferences;
  const pin = own.requirePin || requires.requirePin;
  const device = own.requireDeviceVerification || requires.requireDevice;
  const passkey = own.requireBiometric || requires.requirePasskey;
  const here = profile.registeredDevices.find((known) => known.deviceId === deviceId);
  const registered = here?.hasKey === true;
  const waits = ({ countsFrom }: { countsFrom: string }) => Date.parse(countsFrom) > now;
  const [passkeyFrom] = profile.passkeys.every(waits)
    ? profile.passkeys.map(({ countsFrom }) => countsFrom).toSorted()
    : [];
  const deviceFrom = device && registered && waits(here) ? here.countsFrom : undefined;
  return {
    location: locationRequired,
    selfie: own.requireSelfie || requires.requireSelfie,
    pin,
    passkey,
    newPin: pin && !profile.hasPin,
    newDevice: device && !registered,
    newPasskey: passkey && profile.passkeys.length === 0,
    coolingUntil: deviceFrom,
    passkeyFrom: passkey ? passkeyFrom : undefined,
    passkeyByTeacher: requires.requirePasskey,
  };
};

const needsSetUp = ({ newPin, newDevice, newPasskey, coolingUntil, passkeyFrom }: Needs): boolean =>
  newPin || newDevice || newPasskey || (coolingUntil ?? passkeyFrom) !== undefined;

/** Only the steps that are needed; the PIN belongs to the last. Setting up comes first: it leaves this page, and nothing done here survives that. */
export const stepsOf = (needs: Needs): Step[] => [
  ...(needsSetUp(needs) ? ['set-up' as const] : []),
  ...(needs.location ? ['location' as const] : []),
  ...(needs.selfie ? ['selfie' as const] : []),
  'mark',
];

/** What a student does on this page before the mark is sent, and whether it is done. */
export type Done = Record<'location' | 'selfie' | 'pin', boolean>;

/** The first step that is not done; marking itself is always the last. */
export const currentStep = (steps: Step[], done: Done): Step => {
  const isDone = (step: Step) => step in done && done[step as keyof Done];
  return steps.find((step) => !isDone(step)) ?? 'mark';
};
