import type { RegisteredDevice, SecurityPreferences } from '@qr-attendance/contracts';
import {
  type Caller,
  hasPepperOf,
  createPinVerifier,
  hasFreshProof,
  type Peppers,
  pepperVersionOf,
  type PinVerifier,
  type Worker,
} from '@qr-attendance/server';
import type { ProviderSessions } from '../../core/identities/provider-sessions.ts';
import { devicesOf, type StudentDetails } from '../../core/people/rules/person.ts';
import type { Devices } from '../../core/security/devices.ts';
import type { NewDevice } from '../../core/security/rules/judge-device.ts';
import type { StudentSecurityStore } from '../../core/security/student-security.ts';

export interface SecurityDeps {
  security: StudentSecurityStore;
  peppers: Peppers;
  wakeRelay: () => void;
}
interface RecentSignInDeps {
  providerSessions: Pick<ProviderSessions, 'beganAfter'>;
  settings: { freshProofMinutes: number };
  clock: () => Date;
}
type PinDeps = SecurityDeps & RecentSignInDeps;
export interface DeviceDeps extends RecentSignInDeps {
  devices: Devices;
  wakeRelay: () => void;
  mailRelay: Worker;
}

/**
 * A student who signed in through a provider a moment ago registers the first phone and sets the first PIN at once, even
 * if the provider knew the browser and did not ask for the password again.
 */
const hasJustSignedIn = (
  { providerSessions, settings: { freshProofMinutes }, clock }: RecentSignInDeps,
  { generation }: Caller,
): Promise<boolean> =>
  providerSessions.beganAfter(generation, new Date(clock().getTime() - freshProofMinutes * 60_000));

export const changePreferences = async (
  context: SecurityDeps,
  caller: Caller,
  wanted: SecurityPreferences,
): Promise<SecurityPreferences> => {
  const isFresh = hasFreshProof(caller);
  const { preferences } = await context.security.setPreferences(caller.id, wanted, isFresh);
  context.wakeRelay();
  return preferences;
};

export const setPin = async (context: PinDeps, caller: Caller, pin: string): Promise<void> => {
  const isFresh = hasFreshProof(caller);
  const maySetFirst = isFresh || (await hasJustSignedIn(context, caller));
  const verifier = createPinVerifier(context.peppers, pin);
  await context.security.setPin(caller.id, verifier, { isFresh, maySetFirst });
  context.wakeRelay();
};

export const renewVerifier = async (
  { security, wakeRelay, peppers }: SecurityDeps,
  studentId: string,
  { from, to }: { from: PinVerifier; to: PinVerifier },
): Promise<boolean> => {
  const isNewer = pepperVersionOf(to) > pepperVersionOf(from) && hasPepperOf(peppers, to);
  const renewed = isNewer && (await security.renewVerifier(studentId, from, to));
  if (renewed) wakeRelay();
  return renewed;
};

export const setSelfieConsent = async (
  { security, wakeRelay }: SecurityDeps,
  studentId: string,
  given: boolean,
): Promise<Date | null> => {
  const { selfieConsentAt } = await security.setSelfieConsent(studentId, given);
  wakeRelay();
  return selfieConsentAt;
};

const notify = (
  { wakeRelay, mailRelay }: Pick<DeviceDeps, 'wakeRelay' | 'mailRelay'>,
  student: StudentDetails,
): RegisteredDevice[] => {
  wakeRelay();
  mailRelay.wake();
  return devicesOf(student);
};

export const registerDevice = async (
  context: DeviceDeps,
  caller: Caller,
  device: NewDevice,
): Promise<RegisteredDevice[]> => {
  const isFresh = hasFreshProof(caller);
  const mayAddFirst = isFresh || (await hasJustSignedIn(context, caller));
  return notify(context, await context.devices.register(caller.id, { ...device, isFresh, mayAddFirst }));
};

export const removeDevice = async (
  context: DeviceDeps,
  caller: Caller,
  deviceId: string,
): Promise<RegisteredDevice[]> => {
  return notify(context, await context.devices.remove(caller.id, deviceId));
};
