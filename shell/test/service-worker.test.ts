import { describe, expect, test } from '@jest/globals';
import { isCacheable } from '../src/service-worker/cacheable-files.ts';

const ORIGIN = 'https://attendance.example.edu';
const keeps = (path: string): boolean => isCacheable(new URL(path, ORIGIN), ORIGIN);

describe('the service worker', () => {
  test.each([
    '/assets/main.0a1b2c3d.js',
    '/assets/main.0a1b2c3d.css',
    '/assets/zxing_reader.0a1b2c3d.wasm',
    '/remotes/attendance/assets/__federation_expose_remote.0a1b2c3d.js',
    '/remotes/student-2/assets/771.0a1b2c3d.js',
    '/remotes/teacher-1.2.0/assets/de.0a1b2c3d.js',
  ])('caches %s', (path) => {
    expect(keeps(path)).toBe(true);
  });

  test.each([
    ['a page', '/'],
    ['a page', '/index.html'],
    ['a page for a code', '/attendance/ABCD2345'],
    ['a page whose code looks like a file', '/attendance/assets/a.0a1b2c3d.js'],
    ['an API response', '/api/auth/me'],
    ['an API response', '/api/sessions/verify/ABCD2345'],
    ['an API response', '/api/assets/a.0a1b2c3d.js'],
    ['the list of remotes', '/remotes.json'],
    ['a manifest', '/remotes/attendance/mf-manifest.json'],
    ['a manifest', '/remotes/attendance/assets/mf-manifest.0a1b2c3d.json'],
    ['a remote’s entry', '/remotes/attendance/assets/remoteEntry.0a1b2c3d.js'],
    ['a remote’s entry', '/remotes/attendance/remoteEntry.js'],
    ['a file without a hash', '/assets/main.js'],
    ['a file without a hash', '/favicon.svg'],
    ['itself', '/sw.js'],
    ['a URL with a query', '/assets/main.0a1b2c3d.js?code=ABCD2345'],
    ['a URL with path traversal', '/assets/../api/a.0a1b2c3d.js'],
    ['an encoded URL', '/assets/%2e%2e/main.0a1b2c3d.js'],
    ['another server’s file', 'https://elsewhere.example/assets/main.0a1b2c3d.js'],
  ])('does not cache %s: %s', (_what, path) => {
    expect(keeps(path)).toBe(false);
  });
});
