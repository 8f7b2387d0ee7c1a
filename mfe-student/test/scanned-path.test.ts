import { describe, expect, test } from '@jest/globals';
import { scannedPath } from '../src/features/scan/scanned-path.ts';

describe('a scanned or typed value', () => {
  test('that is an attendance URL leads to its code, whatever the host', () => {
    expect(scannedPath('https://campus.example/attendance/K7M29QXB')).toBe('/attendance/K7M29QXB');
    expect(scannedPath('http://localhost:8080/attendance/K7M29QXB')).toBe('/attendance/K7M29QXB');
    expect(scannedPath(' https://campus.example/attendance/K7M29QXB/?x=1#y ')).toBe('/attendance/K7M29QXB');
  });

  test('that is any other URL is used whole', () => {
    const path = (url: string) => `/attendance/${encodeURIComponent(url)}`;
    for (const url of [
      'https://campus.example/',
      'https://campus.example/attendance',
      'https://campus.example/attendance/a/b',
      'https://campus.example/student/attendance/K7M29QXB',
      'https://campus.example/attendance/%zz',
    ])
      expect(scannedPath(url)).toBe(path(url));
  });

  test('that is no URL is used whole, trimmed and encoded', () => {
    expect(scannedPath('K7M2 9QXB\n')).toBe('/attendance/K7M2%209QXB');
    expect(scannedPath('a/b?c#d')).toBe('/attendance/a%2Fb%3Fc%23d');
    expect(scannedPath('/attendance/K7M29QXB')).toBe('/attendance/%2Fattendance%2FK7M29QXB');
  });

  test('that an address cannot hold leads nowhere', () => {
    for (const value of ['', '  ', '.', '..', 'https://campus.example/attendance/%2e'])
      expect(scannedPath(value) ?? 'nowhere').toMatch(/^nowhere$|campus/);
  });
});
