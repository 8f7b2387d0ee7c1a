import type { SecurityPreferences } from '@qr-attendance/contracts';
import type { OutboxRelay } from '@qr-attendance/messaging';
import { makePinVerifier } from '@qr-attendance/server';
import type { StudentSecurityStore } from './student-security.ts';

interface Deps {
  security: StudentSecurityStore;
  relay: OutboxRelay;
  pinPepper: string;
}

export const makeChangePreferences =
  ({ security, relay }: Deps) =>
  async (studentId: string, preferences: SecurityPreferences): Promise<SecurityPreferences> => {
    const student = await security.setPreferences(studentId, preferences);
    relay.wake();
    return student.preferences;
  };

export const makeSetPin =
  ({ security, relay, pinPepper }: Deps) =>
  async (studentId: string, pin: string): Promise<void> => {
    await security.setPin(studentId, makePinVerifier(pinPepper, pin));
    relay.wake();
  };

/** @returns since when selfies may be kept; null when they may not */
export const makeSetSelfieConsent =
  ({ security, relay }: Deps) =>
  async (studentId: string, given: boolean): Promise<Date | null> => {
    const student = await security.setSelfieConsent(studentId, given);
    relay.wake();
    return student.selfieConsentAt;
  };
