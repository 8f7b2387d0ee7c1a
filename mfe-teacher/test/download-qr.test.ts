import { expect, test } from '@jest/globals';
import { downloadName } from '../src/features/generate/download-qr.ts';

test('a download is named after the course code and the date', () => {
  expect(downloadName('CS201', '2026-09-14')).toBe('CS201-2026-09-14.png');
});
test('what a file system might stumble over becomes a hyphen', () => {
  expect(downloadName('../CS 201/B: ', '2026-09-14')).toBe('CS-201-B-2026-09-14.png');
});
test('letters of any script stay', () => {
  expect(downloadName('गणित१', '2026-09-14')).toBe('गणित१-2026-09-14.png');
});
test('a code of nothing but signs still gives a name', () => {
  expect(downloadName('///', '2026-09-14')).toBe('course-2026-09-14.png');
});
