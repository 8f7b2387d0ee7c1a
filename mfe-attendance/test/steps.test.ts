import { describe, expect, test } from '@jest/globals';
import { DEFAULT_SECURITY_PREFERENCES, type StudentProfile } from '@qr-attendance/contracts';
import { currentStep, needsOf, stepsOf, type Needs } from '../src/features/mark/steps.ts';

const HERE = '0b9d3a52-6d0b-4c8e-8f5e-6a1f2b3c4d5e';

const student = (changes: Partial<StudentProfile> = {}): StudentProfile => ({
  usn: 'U1',
  regNo: 'R1',
  department: 'Electronics',
  semester: 3,
  securityPreferences: DEFAULT_SECURITY_PREFERENCES,
  registeredDevices: [{ deviceId: HERE, deviceName: 'Phone', lastUsed: null }],
  passkeys: [],
  hasPin: true,
  ...changes,
});
const needs = (profile: StudentProfile, locationRequired = false, deviceId = HERE): Needs =>
  needsOf({ profile, locationRequired, deviceId });

describe('the steps of a mark', () => {
  test('are only those that this student and this session need', () => {
    const asksNothing = {
      ...DEFAULT_SECURITY_PREFERENCES,
      requirePin: false,
      requireDeviceVerification: false,
    };
    expect(stepsOf(needs(student()))).toEqual(['pin', 'mark']);
    expect(stepsOf(needs(student(), true))).toEqual(['location', 'pin', 'mark']);
    expect(stepsOf(needs(student({ securityPreferences: asksNothing })))).toEqual(['mark']);
  });

  test('begin with the set-up when a PIN was never set', () => {
    const missing = needs(student({ hasPin: false }), true);
    expect(missing).toMatchObject({ newPin: true, newDevice: false });
    expect(stepsOf(missing)).toEqual(['set-up', 'location', 'pin', 'mark']);
  });

  test('begin with the set-up on a device that is not registered, whatever others are', () => {
    const missing = needs(student(), false, '11111111-6d0b-4c8e-8f5e-6a1f2b3c4d5e');
    expect(missing).toMatchObject({ newPin: false, newDevice: true });
    expect(stepsOf(missing)[0]).toBe('set-up');
  });

  test('are taken one at a time, in order', () => {
    const steps = stepsOf(needs(student(), true));
    expect(currentStep(steps, { location: false, pin: false })).toBe('location');
    expect(currentStep(steps, { location: true, pin: false })).toBe('pin');
    expect(currentStep(steps, { location: true, pin: true })).toBe('mark');
  });

  test('do not go on while something must be set up', () => {
    const steps = stepsOf(needs(student({ registeredDevices: [] }), true));
    expect(currentStep(steps, { location: true, pin: true })).toBe('set-up');
  });
});
