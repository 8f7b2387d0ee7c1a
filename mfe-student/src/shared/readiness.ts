import type { StudentProfile } from '@qr-attendance/contracts';
import { deviceState } from './device-state.ts';

export const needs = ['pin', 'device', 'passkey'] as const;
export type Need = (typeof needs)[number];

export const requirementsOf = (
  { securityPreferences, hasPin, registeredDevices, passkeys }: StudentProfile,
  deviceId: string,
  required: readonly Need[] = [],
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
  return needs.filter((need) => missing[need] && (preferred[need] || required.includes(need)));
};

export type NextStep = Need | 'scan';
export const nextStep = (missing: Need[]): NextStep => missing[0] ?? 'scan';
