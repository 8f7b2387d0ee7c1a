import { describe, expect, test } from '@jest/globals';
import { scannedPath } from '../src/scan/scanned-path.ts';

describe('a scanned value', () => {
  test('that is an attendance URL leads to its code, whatever its origin', () => {
    expect(scannedPath('https://campus.example/attendance/K7M29QXB')).toBe('/attendance/K7M29QXB');
    expect(scannedPath('http://localhost:8080/attendance/K7M29QXB/')).toBe('/attendance/K7M29QXB');
  });
  test('that is a code leads to it, trimmed', () => {
    expect(scannedPath('  k7m2-9qxb \n')).toBe('/attendance/k7m2-9qxb');
    expect(scannedPath('K7M2 9QXB')).toBe('/attendance/K7M2%209QXB');
  });
  test('that is another URL is used as a whole', () => {
    expect(scannedPath('https://campus.example/courses/1')).toBe(
      '/attendance/https%3A%2F%2Fcampus.example%2Fcourses%2F1',
    );
    expect(scannedPath('https://campus.example/attendance/A/B')).toBe(
      '/attendance/https%3A%2F%2Fcampus.example%2Fattendance%2FA%2FB',
    );
  });
  test('never leads outside of the attendance page', () => {
    expect(scannedPath('../teacher')).toBe('/attendance/..%2Fteacher');
    expect(scannedPath('https://evil.example/attendance/..%2Fteacher')).toBe('/attendance/..%2Fteacher');
    expect(scannedPath('?a=b#c')).toBe('/attendance/%3Fa%3Db%23c');
  });
  test('that cannot be a code leads nowhere', () => {
    expect(scannedPath('   ')).toBeUndefined();
    expect(scannedPath('..')).toBeUndefined();
  });
});
