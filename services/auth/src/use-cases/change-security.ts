import type { RegisteredDevice, SecurityPreferences } from '@qr-attendance/contracts';
import { makePinVerifier, type OutboxRelay } from '@qr-attendance/service-kit';
import type { StudentSecurityStore } from '../data/student-security.ts';

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

export const makeRegisterDevice =
  ({ security, relay }: Deps) =>
  async (studentId: string, deviceId: string, deviceName: string): Promise<RegisteredDevice[]> => {
    const student = await security.addDevice(studentId, deviceId, deviceName);
    relay.wake();
    return student.devices;
  };
