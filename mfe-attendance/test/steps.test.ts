import { describe, expect, test } from '@jest/globals';
import { DEFAULT_SECURITY_PREFERENCES, type StudentProfile } from '@qr-attendance/contracts';
import { currentStep, needsOf, stepsOf, type Needs } from '../src/features/mark/steps.ts';

const passkey = {
  id: '2f0c8a52-6d0b-4c8e-8f5e-6a1f2b3c4d5e',
  name: 'Phone',
  createdAt: '2026-09-01T09:00:00.000Z',
};
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

  test('take the selfie between location and PIN; a passkey is asked for while marking', () => {
    const everything = {
      requirePin: true,
      requireBiometric: true,
      requireDeviceVerification: true,
      requireSelfie: true,
    };
    const strict = student({ securityPreferences: everything, passkeys: [passkey] });
    expect(needs(strict)).toMatchObject({ passkey: true, newPasskey: false });
    expect(stepsOf(needs(strict, true))).toEqual(['location', 'selfie', 'pin', 'mark']);
  });

  test('begin with the set-up when a passkey is required and there is none', () => {
    const requiring = { ...DEFAULT_SECURITY_PREFERENCES, requireBiometric: true };
    const missing = needs(student({ securityPreferences: requiring }));
    expect(missing).toMatchObject({ newPin: false, newDevice: false, newPasskey: true });
    expect(stepsOf(missing)).toEqual(['set-up', 'pin', 'mark']);
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

  const nothingDone = { location: false, selfie: false, pin: false };

  test('are taken one at a time, in order', () => {
    const selfies = { ...DEFAULT_SECURITY_PREFERENCES, requireSelfie: true };
    const steps = stepsOf(needs(student({ securityPreferences: selfies }), true));
    expect(currentStep(steps, nothingDone)).toBe('location');
    expect(currentStep(steps, { ...nothingDone, location: true })).toBe('selfie');
    expect(currentStep(steps, { location: true, selfie: true, pin: false })).toBe('pin');
    expect(currentStep(steps, { location: true, selfie: true, pin: true })).toBe('mark');
  });

  test('do not go on while something must be set up', () => {
    const steps = stepsOf(needs(student({ registeredDevices: [] }), true));
    expect(currentStep(steps, { location: true, selfie: true, pin: true })).toBe('set-up');
  });
});
