import { describe, expect, test } from '@jest/globals';
import { DEFAULT_SECURITY_PREFERENCES, type StudentProfile } from '@qr-attendance/contracts';
import { nextStep } from '../src/features/dashboard/next-step.ts';
import { readinessOf } from '../src/shared/readiness.ts';

const HERE = '0b9d3a52-6d0b-4c8e-8f5e-6a1f2b3c4d5e';

const student = (changes: Partial<StudentProfile> = {}): StudentProfile => ({
  usn: 'U1',
  regNo: 'R1',
  department: 'Electronics',
  semester: 3,
  securityPreferences: DEFAULT_SECURITY_PREFERENCES,
  registeredDevices: [{ deviceId: HERE, deviceName: 'Phone', lastUsed: null }],
  hasPin: true,
  ...changes,
});
const stepOf = (profile: StudentProfile, deviceId = HERE) => nextStep(readinessOf(profile, deviceId));

describe('what a student must do now', () => {
  test('is to set a PIN first, then to register the device, then to scan', () => {
    expect(stepOf(student({ hasPin: false, registeredDevices: [] }))).toBe('pin');
    expect(stepOf(student({ registeredDevices: [] }))).toBe('device');
    expect(stepOf(student())).toBe('scan');
  });

  test('is to register this device though another one is registered', () => {
    expect(stepOf(student(), '11111111-6d0b-4c8e-8f5e-6a1f2b3c4d5e')).toBe('device');
  });

  test('is nothing that the student’s own preferences do not ask for', () => {
    const securityPreferences = {
      ...DEFAULT_SECURITY_PREFERENCES,
      requirePin: false,
      requireDeviceVerification: false,
    };
    expect(stepOf(student({ securityPreferences, hasPin: false, registeredDevices: [] }))).toBe('scan');
  });
});
