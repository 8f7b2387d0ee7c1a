import { expect, test } from '@jest/globals';
import { downloadName } from '../src/features/generate/download-qr.ts';

test('names a download after the course code and the date', () => {
  expect(downloadName('CS201', '2026-09-14')).toBe('CS201-2026-09-14.png');
});
test('replaces characters that file systems reject with hyphens', () => {
  expect(downloadName('../CS 201/B: ', '2026-09-14')).toBe('CS-201-B-2026-09-14.png');
});
test('keeps letters of any script', () => {
  expect(downloadName('गणित१', '2026-09-14')).toBe('गणित१-2026-09-14.png');
});
test('uses a default name for a code without letters and digits', () => {
  expect(downloadName('///', '2026-09-14')).toBe('course-2026-09-14.png');
});
