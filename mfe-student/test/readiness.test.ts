import { describe, expect, test } from '@jest/globals';
import { DEFAULT_SECURITY_PREFERENCES, type StudentProfile } from '@qr-attendance/contracts';
import { readRequiredProofs } from '../src/features/security/read-address.ts';
import { missingProofs, registeredIdOf } from '@qr-attendance/web-kit';
import { deviceState } from '../src/shared/device-state.ts';

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
const next = (over: Partial<StudentProfile>) => missingProofs(profile(over), here)[0] ?? 'scan';

describe('the next step', () => {
  test('is to set a PIN first', () => expect(next({})).toBe('pin'));
  test('is to register this device once there is a PIN', () => {
    expect(next({ hasPin: true })).toBe('device');
  });
  test('is to register this device if only another device is registered', () => {
    const other = [{ ...registeredDevices[0]!, deviceId: '00000000-0000-4000-8000-000000000000' }];
    expect(next({ hasPin: true, registeredDevices: other })).toBe('device');
  });
  test('is to register this device again if it was registered without a key', () => {
    const keyless = [{ ...registeredDevices[0]!, hasKey: false }];
    expect(next({ hasPin: true, registeredDevices: keyless })).toBe('device');
  });
  test('is to add a passkey if biometrics are required and there is none', () => {
    const securityPreferences = { ...DEFAULT_SECURITY_PREFERENCES, requireBiometric: true };
    const passkeys = [{ id: here, name: 'My phone', createdAt: '2026-09-14T09:00:00.000Z', countsFrom }];
    expect(next({ securityPreferences, hasPin: true, registeredDevices })).toBe('passkey');
    expect(next({ securityPreferences, hasPin: true, registeredDevices, passkeys })).toBe('scan');
  });
  test('is to scan when setup is complete', () => {
    expect(next({ hasPin: true, registeredDevices })).toBe('scan');
  });
  test('is to scan when nothing is required', () => {
    const securityPreferences = {
      ...DEFAULT_SECURITY_PREFERENCES,
      requirePin: false,
      requireDeviceVerification: false,
    };
    expect(next({ securityPreferences })).toBe('scan');
  });
});
test('lists all missing requirements in order', () => {
  const securityPreferences = { ...DEFAULT_SECURITY_PREFERENCES, requireBiometric: true };
  expect(missingProofs(profile({ securityPreferences }), here)).toEqual(['pin', 'device', 'passkey']);
});

test('adds the requirements of the session to the student’s preferences', () => {
  const securityPreferences = {
    requirePin: false,
    requireBiometric: false,
    requireDeviceVerification: false,
    requireSelfie: false,
  };
  const asked = readRequiredProofs(new URLSearchParams('asks=passkey,pin,nonsense'));
  expect(asked).toEqual(['pin', 'passkey']);
  expect(missingProofs(profile({ securityPreferences }), here)).toEqual([]);
  expect(missingProofs(profile({ securityPreferences }), here, asked)).toEqual(['pin', 'passkey']);
  expect(missingProofs(profile({ securityPreferences, hasPin: true }), here, asked)).toEqual(['passkey']);
});
test('counts a device once its waiting time is over, and never without a key', () => {
  const from = Date.parse(countsFrom);
  expect(deviceState({ countsFrom, hasKey: true }, from - 1)).toBe('waiting');
  expect(deviceState({ countsFrom, hasKey: true }, from)).toBe('counts');
  expect(deviceState({ countsFrom, hasKey: false }, from)).toBe('keyless');
});

test('uses the device ID stored with the key if the browser lost its own', () => {
  const lost = '00000000-0000-4000-8000-000000000000';
  expect(registeredIdOf(registeredDevices, here, 'Another name')).toBe(here);
  expect(registeredIdOf(registeredDevices, lost, 'My phone')).toBe(here);
  expect(registeredIdOf(registeredDevices, lost, 'Another name')).toBe(lost);
});
