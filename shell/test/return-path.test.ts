import { describe, expect, test } from '@jest/globals';
import { userSchema } from '@qr-attendance/contracts';
import { returnPath } from '../src/guards/return-path.ts';
import { admin, student, teacher } from './support/people.ts';

const ada = userSchema.parse(teacher.user);
const grace = userSchema.parse(student.user);

describe('the page after the sign-in', () => {
  test('is the page that required the sign-in', () => {
    expect(returnPath({ from: '/attendance/K7M29QXB' }, grace)).toBe('/attendance/K7M29QXB');
    expect(returnPath({ from: '/teacher/sessions?status=active' }, ada)).toBe(
      '/teacher/sessions?status=active',
    );
  });

  test('is the user’s area by default', () => {
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
  ])('is never on another site: %j', (from) => expect(returnPath({ from }, grace)).toBe('/student'));

  test('is never in the area of another role', () => {
    expect(returnPath({ from: '/teacher' }, grace)).toBe('/student');
    expect(returnPath({ from: '/student/scan' }, ada)).toBe('/teacher');
    expect(returnPath({ from: '/admin' }, ada)).toBe('/teacher');
    expect(returnPath({ from: '/teacher' }, userSchema.parse(admin.user))).toBe('/admin');
    expect(returnPath({ from: '/teachers-day' }, grace)).toBe('/teachers-day');
  });
});
