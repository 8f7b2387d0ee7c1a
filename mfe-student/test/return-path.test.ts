import { expect, test } from '@jest/globals';
import { returnPath } from '../src/features/security/read-address.ts';

const back = (value: string) => returnPath(new URLSearchParams({ return: value }), 'https://campus.example');

test('keeps the path back to the marking page', () => {
  expect(back('/attendance/K7M29QXB')).toBe('/attendance/K7M29QXB');
  expect(back('/attendance/K7M2%209QXB')).toBe('/attendance/K7M2%209QXB');
});
test.each([
  '',
  '/student',
  'https://evil.example/attendance/K7M29QXB',
  '//evil.example/attendance/K7M29QXB',
  '/attendance/../..//evil.example',
  '/attendance/..\\..\\teacher',
  'javascript:alert(1)',
])('rejects "%s" as a return path', (value) => expect(back(value)).toBeUndefined());
test('returns undefined without a return path', () => {
  expect(returnPath(new URLSearchParams(), 'https://campus.example')).toBeUndefined();
});
