import { expect, test } from '@jest/globals';
import { cameraFailure } from '../src/features/scan/camera-failure.ts';
import { scanBox } from '../src/features/scan/scan-box.ts';

const wrapped = (name: string) => `Error getting userMedia, error = ${name}: some words`;

test.each([
  ['NotAllowedError', 'refused'],
  ['NotFoundError', 'absent'],
  ['OverconstrainedError', 'absent'],
  ['NotReadableError', 'inUse'],
  ['TypeError', 'unknown'],
])('%s counts as %s, though the scanner wraps it in a sentence', (name, failure) => {
  expect(cameraFailure(wrapped(name), true)).toBe(failure);
});
test('a page that was not served securely is the reason, whatever the browser says', () => {
  expect(cameraFailure(wrapped('NotAllowedError'), false)).toBe('insecure');
});
test('the scan box is 250 px as it is shown, less in a smaller picture, never below what the scanner takes', () => {
  expect(scanBox(1280, 960)).toEqual({ width: 500, height: 500 });
  expect(scanBox(576, 768)).toEqual({ width: 500, height: 500 });
  expect(scanBox(576, 432)).toEqual({ width: 368, height: 368 });
  expect(scanBox(20, 20)).toEqual({ width: 50, height: 50 });
});
