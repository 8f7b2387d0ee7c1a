import { describe, expect, test } from '@jest/globals';
import {
  DEFAULT_SECURITY_PREFERENCES,
  type RequiredChecks,
  type StudentProfile,
} from '@qr-attendance/contracts';
import { currentStep, needsOf, stepsOf, type MarkNeeds } from '../src/features/mark/steps.ts';

const passkey = {
  id: '2f0c8a52-6d0b-4c8e-8f5e-6a1f2b3c4d5e',
  name: 'Phone',
  createdAt: '2026-09-01T09:00:00.000Z',
  countsFrom: '2026-08-01T09:00:00.000Z',
};
const HERE = '0b9d3a52-6d0b-4c8e-8f5e-6a1f2b3c4d5e';
const COUNTS = '2026-09-01T09:00:00.000Z';
const phone = { deviceId: HERE, deviceName: 'Phone', lastUsed: null, countsFrom: COUNTS, hasKey: true };
const open: RequiredChecks = {
  requirePin: false,
  requireDevice: false,
  requireSelfie: false,
  requirePasskey: false,
};

const student = (changes: Partial<StudentProfile> = {}): StudentProfile => ({
  usn: 'U1',
  regNo: 'R1',
  department: 'Electronics',
  semester: 3,
  securityPreferences: DEFAULT_SECURITY_PREFERENCES,
  registeredDevices: [phone],
  passkeys: [],
  hasPin: true,
  selfieConsentAt: null,
  ...changes,
});
const needs = (profile: StudentProfile, locationRequired = false, deviceId = HERE): MarkNeeds =>
  needsOf({ profile, requires: open, locationRequired, deviceId });

describe('the steps of a mark', () => {
  test('contain only what this student and this session require', () => {
    const asksNothing = {
      ...DEFAULT_SECURITY_PREFERENCES,
      requirePin: false,
      requireDeviceVerification: false,
    };
    expect(stepsOf(needs(student()))).toEqual(['mark']);
    expect(stepsOf(needs(student(), true))).toEqual(['location', 'mark']);
    expect(stepsOf(needs(student({ securityPreferences: asksNothing })))).toEqual(['mark']);
  });

  test('place the selfie before the mark, and PIN and passkey within it', () => {
    const everything = {
      requirePin: true,
      requireBiometric: true,
      requireDeviceVerification: true,
      requireSelfie: true,
    };
    const strict = student({ securityPreferences: everything, passkeys: [passkey] });
    expect(needs(strict)).toMatchObject({ passkey: true, missingPasskey: false });
    expect(stepsOf(needs(strict, true))).toEqual(['location', 'selfie', 'mark']);
  });

  test('begin with the setup if a required passkey is missing', () => {
    const requiring = { ...DEFAULT_SECURITY_PREFERENCES, requireBiometric: true };
    const missing = needs(student({ securityPreferences: requiring }));
    expect(missing).toMatchObject({ missingPin: false, missingDevice: false, missingPasskey: true });
    expect(stepsOf(missing)).toEqual(['set-up', 'mark']);
  });

  test('begin with the setup if no PIN was set', () => {
    const missing = needs(student({ hasPin: false }), true);
    expect(missing).toMatchObject({ missingPin: true, missingDevice: false });
    expect(stepsOf(missing)).toEqual(['set-up', 'location', 'mark']);
  });

  test('begin with the setup on an unregistered device, whatever other devices exist', () => {
    const missing = needs(student(), false, '11111111-6d0b-4c8e-8f5e-6a1f2b3c4d5e');
    expect(missing).toMatchObject({ missingPin: false, missingDevice: true });
    expect(stepsOf(missing)[0]).toBe('set-up');
  });

  const nothingDone = { location: false, selfie: false, pin: false };

  test('are completed one at a time, in order', () => {
    const selfies = { ...DEFAULT_SECURITY_PREFERENCES, requireSelfie: true };
    const steps = stepsOf(needs(student({ securityPreferences: selfies }), true));
    expect(currentStep(steps, nothingDone)).toBe('location');
    expect(currentStep(steps, { ...nothingDone, location: true })).toBe('selfie');
    expect(currentStep(steps, { location: true, selfie: true, pin: false })).toBe('mark');
    expect(currentStep(steps, { location: true, selfie: true, pin: true })).toBe('mark');
  });

  test('do not advance while the setup is incomplete', () => {
    const steps = stepsOf(needs(student({ registeredDevices: [] }), true));
    expect(currentStep(steps, { location: true, selfie: true, pin: true })).toBe('set-up');
  });
});

describe('the requirements of a session', () => {
  const asksNothing = {
    requirePin: false,
    requireBiometric: false,
    requireDeviceVerification: false,
    requireSelfie: false,
  };
  const under = (requires: Partial<RequiredChecks>, changes: Partial<StudentProfile> = {}, now?: number) =>
    needsOf(
      {
        profile: student({ securityPreferences: asksNothing, ...changes }),
        requires: { ...open, ...requires },
        locationRequired: false,
        deviceId: HERE,
      },
      now,
    );

  test('apply to a student whose preferences require nothing', () => {
    expect(stepsOf(under({}))).toEqual(['mark']);
    expect(stepsOf(under({ requirePin: true }))).toEqual(['mark']);
    expect(stepsOf(under({ requireSelfie: true }))).toEqual(['selfie', 'mark']);
    expect(under({ requirePasskey: true }, { passkeys: [passkey] })).toMatchObject({
      passkey: true,
      missingPasskey: false,
      isPasskeyRequiredByTeacher: true,
    });
    expect(stepsOf(under({ requirePasskey: true }))).toEqual(['set-up', 'mark']);
    expect(stepsOf(under({ requireDevice: true }, { registeredDevices: [] }))).toEqual(['set-up', 'mark']);
    expect(stepsOf(under({}, { registeredDevices: [] }))).toEqual(['mark']);
  });

  test('are added to the student’s preferences', () => {
    const { securityPreferences } = student();
    expect(under({}, { securityPreferences })).toMatchObject({ pin: true });
    expect(under({ requirePin: true }, { hasPin: false })).toMatchObject({ missingPin: true });
  });

  test('require a device without a key to be registered again', () => {
    const keyless = { registeredDevices: [{ ...phone, hasKey: false }] };
    expect(under({ requireDevice: true }, keyless)).toMatchObject({
      missingDevice: true,
      deviceUsableFrom: undefined,
    });
    expect(under({}, keyless)).toMatchObject({ missingDevice: false });
  });

  test('include a replaced device’s cool-down, to the exact moment of its end', () => {
    const counts = Date.parse(COUNTS);
    const waiting = under({ requireDevice: true }, {}, counts - 1);
    expect(waiting).toMatchObject({ missingDevice: false, deviceUsableFrom: COUNTS });
    expect(stepsOf(waiting)).toEqual(['set-up', 'mark']);
    expect(stepsOf(under({ requireDevice: true }, {}, counts))).toEqual(['mark']);
    expect(stepsOf(under({}, {}, counts - 1))).toEqual(['mark']);
  });

  test('include a new passkey’s cool-down unless another passkey is usable', () => {
    const now = Date.parse(COUNTS) - 1;
    const waiting = { ...passkey, countsFrom: COUNTS };
    const asked = (passkeys: StudentProfile['passkeys']) =>
      under({ requirePasskey: true }, { passkeys }, now);
    expect(asked([waiting])).toMatchObject({ missingPasskey: false, passkeyUsableFrom: COUNTS });
    expect(stepsOf(asked([waiting]))).toEqual(['set-up', 'mark']);
    expect(asked([waiting, passkey])).toMatchObject({ passkeyUsableFrom: undefined });
    expect(stepsOf(under({}, { passkeys: [waiting] }, now))).toEqual(['mark']);
  });
});
