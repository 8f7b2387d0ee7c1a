import type { StudentProfile } from '@qr-attendance/contracts';
import { deviceState } from './device-state.ts';

/** What the security page can provide, in the order in which a student is led through it. */
export const needs = ['pin', 'device', 'passkey'] as const;
export type Need = (typeof needs)[number];

/** What marking asks of a student, by his or her preferences or by a session, and is not yet set up on this device. */
export const requirementsOf = (
  { securityPreferences, hasPin, registeredDevices, passkeys }: StudentProfile,
  deviceId: string,
  asked: readonly Need[] = [],
): Need[] => {
  const { requirePin, requireDeviceVerification, requireBiometric } = securityPreferences;
  const preferred: Record<Need, boolean> = {
    pin: requirePin,
    device: requireDeviceVerification,
    passkey: requireBiometric,
  };
  const here = registeredDevices.find((device) => device.deviceId === deviceId);
  const missing: Record<Need, boolean> = {
    pin: !hasPin,
    device: !here || deviceState(here) === 'keyless',
    passkey: passkeys.length === 0,
  };
  return needs.filter((need) => missing[need] && (preferred[need] || asked.includes(need)));
};

/** The dashboard's first question, "what must I do now?": what stands between the student and a mark. */
export type NextStep = Need | 'scan';
export const nextStep = (missing: Need[]): NextStep => missing[0] ?? 'scan';
