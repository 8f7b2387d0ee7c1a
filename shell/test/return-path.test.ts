import { describe, expect, test } from '@jest/globals';
import { userSchema } from '@qr-attendance/contracts';
import { returnPath } from '../src/guards/return-path.ts';
import { admin, student, teacher } from './support/people.ts';

const ada = userSchema.parse(teacher.user);
const grace = userSchema.parse(student.user);

describe('after the sign-in', () => {
  test('returns to the page that requested it', () => {
    expect(returnPath({ from: '/attendance/K7M29QXB' }, grace)).toBe('/attendance/K7M29QXB');
    expect(returnPath({ from: '/teacher/sessions?status=active' }, ada)).toBe(
      '/teacher/sessions?status=active',
    );
  });

  test('opens the user’s own area by default', () => {
    expect(returnPath(null, ada)).toBe('/teacher');
    expect(returnPath({ from: 7 }, grace)).toBe('/student');
  });

  test.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example/',
    'https:evil.example',
    'https:/evil.example',
    '/\t/evil.example',
    '\n//evil.example',
    '/.//evil.example',
    '/attendance/..//evil.example',
    '/%2f%2fevil.example',
    '/%2Fevil.example',
    '/%5cevil.example',
    '%2f%2fevil.example',
    'javascript:alert(1)',
    '',
  ])('never leads to another site: %j', (from) => expect(returnPath({ from }, grace)).toBe('/student'));

  test('never leads to the area of another role', () => {
    expect(returnPath({ from: '/teacher' }, grace)).toBe('/student');
    expect(returnPath({ from: '/student/scan' }, ada)).toBe('/teacher');
    expect(returnPath({ from: '/admin' }, ada)).toBe('/teacher');
    expect(returnPath({ from: '/teacher' }, userSchema.parse(admin.user))).toBe('/admin');
    expect(returnPath({ from: '/teachers-day' }, grace)).toBe('/teachers-day');
  });
});
