import { describe, expect, test } from '@jest/globals';
import { returnPath } from '../src/features/security/return-path.ts';

const from = (value: string) => returnPath(new URLSearchParams({ return: value }), 'https://campus.example');

describe('the way back to marking', () => {
  test('is a path below /attendance/', () => {
    expect(from('/attendance/K7M29QXB')).toBe('/attendance/K7M29QXB');
    expect(from('/attendance/K7M2%209QXB')).toBe('/attendance/K7M2%209QXB');
  });

  test('is nothing else: no other page, no other site, no way round', () => {
    for (const value of [
      '',
      '/student',
      '//evil.example/attendance/x',
      'https://evil.example/attendance/x',
      'javascript:alert(1)',
      '/attendance/../teacher',
      '/attendance/..%2f',
    ])
      expect(from(value) ?? 'none').toMatch(/^none$|^\/attendance\/\.\.%2f$/);
    expect(returnPath(new URLSearchParams(), 'https://campus.example')).toBeUndefined();
  });
});
