import { describe, expect, test } from '@jest/globals';
import { DEFAULT_SECURITY_PREFERENCES, type StudentProfile } from '@qr-attendance/contracts';
import { askedNeeds } from '../src/features/security/read-address.ts';
import { registeredAs } from '@qr-attendance/web-kit';
import { deviceState } from '../src/shared/device-state.ts';
import { nextStep, requirementsOf } from '../src/shared/readiness.ts';

const here = '3d0c8d1a-6f3e-4b8e-9a57-1f2e3d4c5b03';
const profile = (over: Partial<StudentProfile>): StudentProfile => ({
  usn: 'U1',
  regNo: 'R1',
  department: 'Computer Science',
  semester: 3,
  securityPreferences: DEFAULT_SECURITY_PREFERENCES,
  registeredDevices: [],
  passkeys: [],
  hasPin: false,
  selfieConsentAt: null,
  ...over,
});
const countsFrom = '2026-09-01T09:00:00.000Z';
const registeredDevices = [
  { deviceId: here, deviceName: 'My phone', lastUsed: null, countsFrom, hasKey: true },
];
const next = (over: Partial<StudentProfile>) => nextStep(requirementsOf(profile(over), here));

describe('what a student must do now', () => {
  test('is to set a PIN, first of all', () => expect(next({})).toBe('pin'));
  test('is to register this device, once there is a PIN', () => {
    expect(next({ hasPin: true })).toBe('device');
  });
  test('is to register this device, when only another one is registered', () => {
    const other = [{ ...registeredDevices[0]!, deviceId: '00000000-0000-4000-8000-000000000000' }];
    expect(next({ hasPin: true, registeredDevices: other })).toBe('device');
  });
  test('is to register this device again, when it was registered without a key', () => {
    const keyless = [{ ...registeredDevices[0]!, hasKey: false }];
    expect(next({ hasPin: true, registeredDevices: keyless })).toBe('device');
  });
  test('is to add a passkey, when finger or face is asked for and there is none', () => {
    const securityPreferences = { ...DEFAULT_SECURITY_PREFERENCES, requireBiometric: true };
    const passkeys = [{ id: here, name: 'My phone', createdAt: '2026-09-14T09:00:00.000Z', countsFrom }];
    expect(next({ securityPreferences, hasPin: true, registeredDevices })).toBe('passkey');
    expect(next({ securityPreferences, hasPin: true, registeredDevices, passkeys })).toBe('scan');
  });
  test('is to scan, once all is set up', () => {
    expect(next({ hasPin: true, registeredDevices })).toBe('scan');
  });
  test('is to scan, when nothing is asked for', () => {
    const securityPreferences = {
      ...DEFAULT_SECURITY_PREFERENCES,
      requirePin: false,
      requireDeviceVerification: false,
    };
    expect(next({ securityPreferences })).toBe('scan');
  });
});
test('all that is missing is told, in the order in which it is asked for', () => {
  const securityPreferences = { ...DEFAULT_SECURITY_PREFERENCES, requireBiometric: true };
  expect(requirementsOf(profile({ securityPreferences }), here)).toEqual(['pin', 'device', 'passkey']);
});

test('what a session asks for is told too, whatever the student prefers', () => {
  const securityPreferences = {
    requirePin: false,
    requireBiometric: false,
    requireDeviceVerification: false,
    requireSelfie: false,
  };
  const asked = askedNeeds(new URLSearchParams('asks=passkey,pin,nonsense'));
  expect(asked).toEqual(['pin', 'passkey']);
  expect(requirementsOf(profile({ securityPreferences }), here)).toEqual([]);
  expect(requirementsOf(profile({ securityPreferences }), here, asked)).toEqual(['pin', 'passkey']);
  expect(requirementsOf(profile({ securityPreferences, hasPin: true }), here, asked)).toEqual(['passkey']);
});
test('a device counts from its moment on, and without a key not at all', () => {
  const from = Date.parse(countsFrom);
  expect(deviceState({ countsFrom, hasKey: true }, from - 1)).toBe('waiting');
  expect(deviceState({ countsFrom, hasKey: true }, from)).toBe('counts');
  expect(deviceState({ countsFrom, hasKey: false }, from)).toBe('keyless');
});

test('a browser that lost its id goes by the one its key was registered under', () => {
  const lost = '00000000-0000-4000-8000-000000000000';
  expect(registeredAs(registeredDevices, here, 'Another name')).toBe(here);
  expect(registeredAs(registeredDevices, lost, 'My phone')).toBe(here);
  expect(registeredAs(registeredDevices, lost, 'Another name')).toBe(lost);
});
