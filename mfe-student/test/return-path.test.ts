import { expect, test } from '@jest/globals';
import { returnPath } from '../src/features/security/read-address.ts';

const back = (value: string) => returnPath(new URLSearchParams({ return: value }), 'https://campus.example');

test('the way back to a marking is kept', () => {
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
])('"%s" leads nowhere', (value) => expect(back(value)).toBeUndefined());
test('without it there is no way back', () => {
  expect(returnPath(new URLSearchParams(), 'https://campus.example')).toBeUndefined();
});
