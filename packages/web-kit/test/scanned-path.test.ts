import { describe, expect, test } from '@jest/globals';
import { scannedPath } from '../src/scan/scanned-path.ts';

describe('a scanned value', () => {
  test('opens the code of an attendance URL, whatever the origin', () => {
    expect(scannedPath('https://campus.example/attendance/K7M29QXB')).toBe('/attendance/K7M29QXB');
    expect(scannedPath('http://localhost:8080/attendance/K7M29QXB/')).toBe('/attendance/K7M29QXB');
  });
  test('is trimmed and opens the marking page if it is a bare code', () => {
    expect(scannedPath('  k7m2-9qxb \n')).toBe('/attendance/k7m2-9qxb');
    expect(scannedPath('K7M2 9QXB')).toBe('/attendance/K7M2%209QXB');
  });
  test('is used as a code if it is any other URL', () => {
    expect(scannedPath('https://campus.example/courses/1')).toBe(
      '/attendance/https%3A%2F%2Fcampus.example%2Fcourses%2F1',
    );
    expect(scannedPath('https://campus.example/attendance/A/B')).toBe(
      '/attendance/https%3A%2F%2Fcampus.example%2Fattendance%2FA%2FB',
    );
  });
  test('never leaves the attendance page', () => {
    expect(scannedPath('../teacher')).toBe('/attendance/..%2Fteacher');
    expect(scannedPath('https://evil.example/attendance/..%2Fteacher')).toBe('/attendance/..%2Fteacher');
    expect(scannedPath('?a=b#c')).toBe('/attendance/%3Fa%3Db%23c');
  });
  test('is ignored if it cannot be a code', () => {
    expect(scannedPath('   ')).toBeUndefined();
    expect(scannedPath('..')).toBeUndefined();
  });
});
